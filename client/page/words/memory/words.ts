import type { MemoryEntry } from '../../../../workflows/contracts/memory.ts';

/** What stands around the memory of a user. */
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
