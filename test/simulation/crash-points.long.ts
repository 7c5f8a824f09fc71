import { test } from 'vitest'
import { killAtEach, killEndpointsAtEach } from './crash-points.ts'

test.each(['before', 'after'] as const)(
  'a crash %s any one effect loses nothing and invents nothing',
  (when) => killAtEach(when, 1),
  240_000,
)

test.each(['before', 'after'] as const)(
  'a crash %s any one effect loses no webhook, no replay and nothing of a snapshot',
  (when) => killEndpointsAtEach(when, 1),
  240_000,
)
