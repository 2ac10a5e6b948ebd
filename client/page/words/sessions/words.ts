/** What conversations say. */
export interface SessionsWords {
  readonly heading: string;
  readonly none: string;
  readonly one: string;
  readonly asked: string;
  readonly earlier: (count: number) => string;
  readonly shortened: string;
  /** What is being done, by the names of the server. */
  readonly stages: Readonly<Record<string, string>>;
  readonly working: string;
  readonly unverified: string;
  readonly failed: (reason: string) => string;
  readonly sendAgain: string;
  readonly understood: (prompt: string) => string;
  readonly ungrounded: string;
  readonly askedBack: string;
  readonly toRun: string;
  readonly suggestions: string;
  readonly helpful: string;
  readonly unhelpful: string;
  readonly note: string;
  readonly sendNote: string;
  readonly thanks: string;
  readonly next: string;
  readonly send: string;
}
