/** What is needed to find a run in a list. */
interface FoundRun {
  readonly researchId: string;
  readonly question: string;
  readonly name?: string | null;
  readonly stage: string | null;
  readonly awaitingInput: boolean;
}

export interface RunFilter {
  /** All words must occur in the question or the id. */
  readonly words: string;
  /** Empty: every stage. */
  readonly stage: string;
  readonly isAwaitingOnly: boolean;
}

export function filterRuns<Run extends FoundRun>(runs: readonly Run[], filter: RunFilter): Run[] {
  const words = folded(filter.words)
    .split(/\s+/)
    .filter((word) => word !== '');
  return runs.filter(({ researchId, question, name, stage, awaitingInput }) => {
    if (filter.isAwaitingOnly && !awaitingInput) return false;
    if (filter.stage !== '' && stage !== filter.stage) return false;
    const text = folded(`${name ?? ''} ${question} ${researchId}`);
    return words.every((word) => text.includes(word));
  });
}

/** The stages that occur, in the order of their first run, with their number. */
export function stagesIn(runs: readonly FoundRun[]): (readonly [stage: string, count: number])[] {
  const byStage = Map.groupBy(runs, ({ stage }) => stage ?? '');
  return [...byStage].filter(([stage]) => stage !== '').map(([stage, same]) => [stage, same.length]);
}

/** Without case and accents. */
function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
