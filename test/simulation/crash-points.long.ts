import { test } from 'vitest'
import { killAtEach } from './crash-points.ts'

test.each(['before', 'after'] as const)(
  'a crash %s any one effect loses nothing and invents nothing',
  (when) => killAtEach(when, 1),
  240_000,
)
