type Item = { text: string; target: string | null }
type Request = { version: number; items: readonly Item[] }

/** The request that a form of this version was drawn from: the last one until then, or the first. */
function requestAt(requests: readonly Request[], version: number): Request | undefined {
  const inOrder = requests.toSorted((one, other) => one.version - other.version)
  return inOrder.findLast((request) => request.version <= version) ?? inOrder[0]
}

/**
 * Which answer goes with which of the items that are asked for now: that of an item with the same words and the same target, never one
 * that stood in its place. `left` are the answers that go with none.
 */
export function matchAnswersToItems(
  asked: readonly Item[],
  requests: readonly Request[],
  { version, answers }: { version: number; answers: readonly string[] },
): { answers: string[]; left: string[] } {
  const drawn = requestAt(requests, version)?.items ?? []
  const free = answers.map((_, index) => index)
  const placed = asked.map(({ text, target }) => {
    const at = free.findIndex((index) => drawn[index]?.text === text && drawn[index].target === target)
    const [index] = at === -1 ? [] : free.splice(at, 1)
    return index === undefined ? '' : (answers[index] ?? '')
  })
  return { answers: placed, left: free.map((index) => answers[index] ?? '') }
}
