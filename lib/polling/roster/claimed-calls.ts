import type { EpochMs } from '../../attendance/moments.ts'
import type { Budget, BudgetStore, Claim } from '../../store/budget-store.ts'
import type { CallPace, Spent } from '../../workforce/call-pace.ts'
import type { WorkforceClient } from '../../workforce/client.ts'
import { rateOf } from '../dispatching/learned-rate.ts'
import { freeFrom, isAhead } from '../dispatching/profile.ts'

type Listing = Pick<WorkforceClient, 'listEmployees'>
type Paced = Listing & { spent: () => Spent }

/** What a roster refresh asks through. */
export type ClaimingPorts = {
  api: { paced: (pace: CallPace) => Paced }
  budget: BudgetStore
  machineNow: () => EpochMs
}

/** Whose claim it is, when it ends at the latest, and what all that ask may send together. */
export type ClaimRequest = { owner: string; until: EpochMs; requestsPerSecond: number }

/** One page follows another, so that a refresh can use no more of most budgets. */
const shareOfRefresh = 0.25

/** A refresh's part of the budget: from when the polls that are planned already leave so much. */
export const claimIn = (budget: Budget, request: ClaimRequest, now: EpochMs): Claim => {
  const { owner, until } = request
  const rate = rateOf(budget, request.requestsPerSecond)
  const requestsPerSecond = rate * shareOfRefresh
  const booked = budget.slots.filter((slot) => isAhead(slot, now))
  const from = freeFrom(booked, now, rate)(requestsPerSecond)
  return { owner, requestsPerSecond, from: Math.min(from, until), until }
}

/**
 * The calls of a roster refresh, which has a part of the budget only while it runs. It claims that part
 * when it first asks, and waits until no poll that was planned before has it. The claim of a refresh that
 * is killed ends by itself.
 */
export const claimedCalls = (ports: ClaimingPorts, request: ClaimRequest) => {
  const claim = async (): Promise<Paced> => {
    const made = await ports.budget.change((budget) => {
      const claim = claimIn(budget, request, ports.machineNow())
      return { budget: { ...budget, claim }, result: claim }
    })
    return ports.api.paced(made)
  }
  let calls: Promise<Paced> | null = null

  const api: Listing = {
    listEmployees: async function* (...asked) {
      calls ??= claim()
      yield* (await calls).listEmployees(...asked)
    },
  }

  /** Gives the part back, and says whether it was too much. */
  const end = async (): Promise<void> => {
    const made = await calls?.catch(() => null)
    if (made == null) return
    const { throttled } = made.spent()
    await ports.budget.change((budget) => {
      const isMine = budget.claim?.owner === request.owner
      const throttledAt = throttled > 0 ? ports.machineNow() : budget.throttledAt
      return {
        budget: { ...budget, claim: isMine ? null : budget.claim, throttledAt },
        result: null,
      }
    })
  }
  return { api, end }
}
