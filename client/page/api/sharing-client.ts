import type { ForkPoint } from '../../../workflows/contracts/research/fork.ts';
import { type ApiRequests, runPath } from './api-requests.ts';

/** A link by which others read a report. */
export interface ListedShare {
  readonly shareId: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface MadeShare extends ListedShare {
  /** With the token, which is told this once. */
  readonly path: string;
}

/** What a report leads to. */
export interface SharingClient {
  forkRun(researchId: string, fork: { readonly from: ForkPoint }): Promise<{ readonly researchId: string }>;
  shareRun(researchId: string, days: number): Promise<MadeShare>;
  listShares(researchId: string): Promise<readonly ListedShare[]>;
  revokeShare(researchId: string, shareId: string): Promise<void>;
  /** The report that the token of a link is for; null: it is no such token. */
  readShared(): Promise<{ readonly researchId: string } | null>;
}

export function createSharingClient(requests: ApiRequests): SharingClient {
  const pathOf = (researchId: string): string => `${runPath(researchId)}/shares`;
  return {
    forkRun: (researchId, fork) => requests.post(`${runPath(researchId)}/fork`, fork),
    shareRun: (researchId, days) => requests.post(pathOf(researchId), { days }),
    listShares: async (researchId) =>
      (await requests.get<{ readonly shares: readonly ListedShare[] }>(pathOf(researchId))).shares,
    revokeShare: async (researchId, shareId) =>
      void (await requests.send(`${pathOf(researchId)}/${encodeURIComponent(shareId)}`, { method: 'DELETE' })),
    readShared: async () => {
      const { share } = await requests.get<{ readonly share: { readonly researchId: string } | null }>('/api/shared');
      return share;
    },
  };
}
