import type { MemoryEntry } from '../../../workflows/contracts/research/memory.ts';

export const ENGLISH_MEMORY: MemoryWords = {
  heading: 'Memory',
  about:
    'What conversations and research runs of a user know from before. It contains only what a user asked to remember.',
  whose: 'Whose memory? The name is kept until you close this tab.',
  user: 'User',
  show: 'Show',
  of: (user) => `Memory of ${user}`,
  otherUser: 'Another user',
  none: 'Nothing is remembered.',
  standings: { core: 'Always', active: 'Where it matters', archive: 'Archive' },
  meanings: {
    core: 'Part of every answer.',
    active: 'Part of answers it is relevant to.',
    archive: 'Old or corrected.',
  },
  types: { note: 'note', entity: 'entity', relation: 'relation' },
  told: (day, isModel, strength) =>
    `${isModel ? 'stored by a model' : 'added'} ${day}${strength > 1 ? `, confirmed ${strength - 1}×` : ''}`,
  search: 'Search',
  searchFor: 'Search the memory',
  found: (count) => `Found: ${count}`,
  all: 'Show all',
  add: 'Remember something',
  text: 'Text',
  core: 'Always: part of every answer',
  remember: 'Remember',
  added: (isNew) => (isNew ? 'Remembered.' : 'It was remembered before.'),
  conflicts: 'Contradicting entries:',
  confirm: 'Confirm',
  confirmed: 'Confirmed.',
  forget: 'Forget',
  forgetAll: 'Forget everything',
  keep: 'Keep it',
  forgetMeans:
    'The entry and everything stored from its text will be erased. Answers and reports that quote it keep their quotation.',
  forgetAllMeans: (count) =>
    `All entries (${count}) and everything stored from them will be erased. Answers and reports that quote them keep their quotations.`,
  forgotten: (count) => `Erased: ${count}.`,
  held: 'It is still quoted by',
  entry: (text) => `the entry “${text}”`,
};

/** Text around the memory of a user. */
export interface MemoryWords {
  readonly heading: string;
  readonly about: string;
  readonly whose: string;
  readonly user: string;
  readonly show: string;
  readonly of: (user: string) => string;
  readonly otherUser: string;
  readonly none: string;
  readonly standings: Readonly<Record<MemoryEntry['standing'], string>>;
  readonly meanings: Readonly<Record<MemoryEntry['standing'], string>>;
  readonly types: Readonly<Record<MemoryEntry['type'], string>>;
  readonly told: (day: string, isModel: boolean, strength: number) => string;
  readonly search: string;
  readonly searchFor: string;
  readonly found: (count: number) => string;
  readonly all: string;
  readonly add: string;
  readonly text: string;
  readonly core: string;
  readonly remember: string;
  readonly added: (isNew: boolean) => string;
  readonly conflicts: string;
  readonly confirm: string;
  readonly confirmed: string;
  readonly forget: string;
  readonly forgetAll: string;
  readonly keep: string;
  readonly forgetMeans: string;
  readonly forgetAllMeans: (count: number) => string;
  readonly forgotten: (count: number) => string;
  readonly held: string;
  readonly entry: (text: string) => string;
}
