export const ENGLISH_MEMORY = {
  heading: 'Memory',
  about:
    'What conversations and research runs of a user know from before. It contains only what a user asked to remember.',
  whose: 'Whose memory? The name is kept until you close this tab.',
  user: 'User',
  show: 'Show',
  of: (user: string) => `Memory of ${user}`,
  otherUser: 'Another user',
  none: 'Nothing is remembered.',
  standings: { core: 'Always', active: 'Where it matters', archive: 'Archive' },
  meanings: {
    core: 'Part of every answer.',
    active: 'Part of answers it is relevant to.',
    archive: 'Old or corrected.',
  },
  types: { note: 'note', entity: 'entity', relation: 'relation' },
  told: { user: 'added', model: 'stored by a model' },
  strengthened: (times: number) => `confirmed ${times}×`,
  search: 'Search',
  searchFor: 'Search the memory',
  found: (count: number) => `Found: ${count}`,
  all: 'Show all',
  add: 'Remember something',
  text: 'Text',
  core: 'Always: part of every answer',
  remember: 'Remember',
  added: (isNew: boolean): string => (isNew ? 'Remembered.' : 'It was remembered before.'),
  conflicts: 'Contradicting entries:',
  confirm: 'Confirm',
  confirmed: 'Confirmed.',
  forget: 'Forget',
  forgetAll: 'Forget everything',
  keep: 'Keep it',
  forgetMeans:
    'The entry and everything stored from its text will be erased. Answers and reports that quote it keep their quotation.',
  forgetAllMeans: (count: number) =>
    `All entries (${count}) and everything stored from them will be erased. Answers and reports that quote them keep their quotations.`,
  forgotten: (count: number) => `Erased: ${count}.`,
  held: 'It is still quoted by',
  entry: (text: string) => `the entry “${text}”`,
};

/** Text around the memory of a user. */
export type MemoryWords = typeof ENGLISH_MEMORY;
