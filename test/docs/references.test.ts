import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const pages = [...globSync('*.md'), ...globSync('{docs,local,examples,consumer}/**/*.md')]
const code = globSync('{cli,docs,examples,functions,infra,lib,local,scripts,test}/**/*.{ts,md}')

const headingsOf = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^#{1,6} (.+)$/gm)].flatMap(([, text]) => text ?? [])

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** The sections that a text cites, such as `4.3` of "spec section 4.3". */
const citedIn = (text: string): string[] =>
  [...text.matchAll(/spec sections? ((?:\d+(?:\.\d+)*(?:, | and | to )?)+)/gi)].flatMap(
    ([, list = '']) => list.match(/\d+(?:\.\d+)*/g) ?? [],
  )

test('every section of the specification that is cited is there', () => {
  const sections = headingsOf('docs/workforce-api.md').flatMap(
    (heading) => /^(\d+(?:\.\d+)*)[. ]/.exec(heading)?.[1] ?? [],
  )
  const cited = code.flatMap((file) =>
    citedIn(readFileSync(file, 'utf8')).map((section) => ({ file, section })),
  )
  expect(cited.length).toBeGreaterThan(30)
  expect(cited.filter(({ section }) => !sections.includes(section))).toEqual([])
})

test('every link between pages leads to a page and a heading that are there', () => {
  const links = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(
      ([, target = '']) => ({ page, target }),
    ),
  )
  expect(links.length).toBeGreaterThan(10)
  const leadsNowhere = ({ page, target }: { page: string; target: string }): boolean => {
    const [path = '', anchor] = target.split('#')
    const file = path === '' ? page : join(dirname(page), path)
    if (!existsSync(file)) return true
    return anchor !== undefined && !headingsOf(file).map(anchorOf).includes(anchor)
  }
  expect(links.filter(leadsNowhere)).toEqual([])
})
