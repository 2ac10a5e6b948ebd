const stages: Readonly<Record<string, string>> = {
  indexing: 'Reading what is new in the folders …',
  understanding: 'Understanding the question …',
  planning: 'Planning …',
  searching: 'Searching …',
  reading: 'Reading …',
  judging: 'Judging what was found …',
  writing: 'Writing …',
  verifying: 'Comparing with the sources …',
};

export const SESSIONS_ENGLISH = {
  heading: 'Conversations',
  none: 'There is no conversation yet.',
  one: 'Conversation',
  asked: 'You asked',
  earlier: (count: number) => `${count} earlier ${count === 1 ? 'message is' : 'messages are'} no longer kept here.`,
  shortened: 'The whole answer is no longer kept here.',
  stages,
  working: 'Working …',
  unverified: 'Being written; not compared with the sources yet.',
  failed: (reason: string) => `This could not be answered: ${reason}`,
  sendAgain: 'Ask again',
  understood: (prompt: string) => `Understood as: ${prompt}`,
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
export type SessionsWords = typeof SESSIONS_ENGLISH;
