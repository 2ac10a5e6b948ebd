import type { AddedMemory, MemoryEntry, MemoryQuery } from '../../../workflows/contracts/memory.ts';
import type { ApiRequests } from './api-requests.ts';

/** What was erased, and who still quotes it. */
export interface Forgotten {
  readonly forgotten: readonly string[];
  /** Ids of sessions and runs. */
  readonly heldBy: readonly string[];
}

export interface MemoryToAdd {
  readonly text: string;
  /** Always in the context. */
  readonly core: boolean;
}

/** What a user had remembered. */
export interface MemoryClient {
  /** The user that the token names; null: it names none. */
  readUser(): Promise<string | null>;
  listMemory(userId: string): Promise<readonly MemoryEntry[]>;
  searchMemory(userId: string, text: string): Promise<MemoryQuery>;
  addMemory(userId: string, addition: MemoryToAdd): Promise<AddedMemory>;
  confirmMemory(userId: string, entryId: string): Promise<void>;
  /** @param entryId null: everything */
  forgetMemory(userId: string, entryId: string | null): Promise<Forgotten>;
}

const PATH = '/api/memory';

export function createMemoryClient(requests: ApiRequests): MemoryClient {
  const pathOf = (entryId: string): string => `${PATH}/${encodeURIComponent(entryId)}`;
  return {
    readUser: async () => (await requests.get<{ readonly userId: string | null }>('/api/user')).userId,
    async listMemory(userId) {
      const { entries } = await requests.get<{ readonly entries: readonly MemoryEntry[] }>(
        `${PATH}?${new URLSearchParams({ userId })}`,
      );
      return entries;
    },
    searchMemory: (userId, text) => requests.post(`${PATH}/query`, { userId, text }),
    addMemory: (userId, addition) => requests.post(PATH, { userId, ...addition }),
    confirmMemory: async (userId, entryId) => void (await requests.post(`${pathOf(entryId)}/reinforce`, { userId })),
    async forgetMemory(userId, entryId) {
      const [path, query] = entryId === null ? [PATH, { userId, all: 'true' }] : [pathOf(entryId), { userId }];
      const response = await requests.send(`${path}?${new URLSearchParams(query)}`, { method: 'DELETE' });
      return JSON.parse(await response.text());
    },
  };
}
