import { problemTypes } from '../../lib/workforce/contract/problem.ts'

const entries = Object.entries(problemTypes)
  .map(
    ([fragment, { status, title }]) =>
      `<dt id="${fragment}">${status} #${fragment}</dt><dd>${title}.</dd>`,
  )
  .join('\n')

/** The page behind the `type` of a problem: every problem type, each at its fragment. */
export const problemsPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Problem types of the Workforce API</title>
<h1>Problem types of the Workforce API</h1>
<dl>
${entries}
</dl>
</html>
`
