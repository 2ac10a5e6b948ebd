/** What the list of runs says. */
export interface RunsWords {
  readonly heading: string;
  readonly none: string;
  readonly startOne: string;
  readonly search: string;
  readonly stage: string;
  readonly anyStage: (count: number) => string;
  readonly stages: Readonly<Record<string, string>>;
  readonly awaitingOnly: (count: number) => string;
  readonly awaitsYou: string;
  readonly matches: (count: number, all: number) => string;
  readonly noMatch: string;
  readonly findings: (count: number) => string;
  readonly modelCalls: (count: number) => string;
  readonly money: (amount: number) => string;
  readonly more: (count: number) => string;
  readonly stale: string;
}
