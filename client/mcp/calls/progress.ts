import type { ServerContext } from '@modelcontextprotocol/server';

/** Tells the client how far a call is; nothing happens where it did not ask for that. */
export type ReportProgress = (message: string) => Promise<void>;

export function createProgress({ mcpReq }: ServerContext): ReportProgress {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return async () => {};
  // There is no total: what a run still has to do is not known. Progress only has to grow.
  let progress = 0;
  return async (message) => {
    progress += 1;
    const params = { progressToken, progress, message };
    // A client that has left needs none.
    await mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
