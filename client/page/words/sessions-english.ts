export const SESSIONS_ENGLISH: SessionsWords = {
  heading: 'Conversations',
  none: 'There is no conversation yet.',
  one: 'Conversation',
  asked: 'You asked',
  earlier: (count) => `${count} earlier ${count === 1 ? 'message is' : 'messages are'} no longer kept here.`,
  shortened: 'The whole answer is no longer kept here.',
  stages: {
    indexing: 'Reading what is new in the folders …',
    understanding: 'Understanding the question …',
    planning: 'Planning …',
    searching: 'Searching …',
    reading: 'Reading …',
    judging: 'Judging what was found …',
    writing: 'Writing …',
    verifying: 'Comparing with the sources …',
  },
  working: 'Working …',
  unverified: 'Being written; not compared with the sources yet.',
  failed: (reason) => `This could not be answered: ${reason}`,
  sendAgain: 'Ask again',
  understood: (prompt) => `Understood as: ${prompt}`,
  ungrounded: 'This rests on no source, only on what the model knows.',
  askedBack: 'Before an answer:',
  toRun: 'This became a research run: follow it',
  suggestions: 'You could ask',
  helpful: 'Helpful',
  unhelpful: 'Not helpful',
  note: 'What was wrong? (may stay empty)',
  sendNote: 'Send',
  thanks: 'Noted. Thank you.',
  next: 'Ask on, or answer',
  send: 'Send',
};

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
