// What the supervisor asks the server while it starts, by its HTTP API: loading the gRPC client would take a third of the time
// that the server itself needs.

/** Ten years, so that finished runs stay in the Web UI. The server's default is one day. */
const RETENTION_SECONDS = 3_650 * 24 * 60 * 60;
const ANSWER_LIMIT_MS = 5_000;

/** A namespace of a server. */
export interface ServerNamespace {
  /** Host and port of the server's HTTP API. */
  readonly httpAddress: string;
  readonly namespace: string;
}

/** Waits until the namespace answers, calling `pause` between attempts, and raises its retention. `pause` throws to give up. */
export async function openNamespace(where: ServerNamespace, pause: () => Promise<void>): Promise<void> {
  // Not there at first: the server creates the namespace after it has begun to listen.
  while (!(await raiseRetention(where))) await pause();
}

/** Number of runs of the queue that are not over. @throws {Error} when the server does not answer or refuses */
export async function countRunning(where: ServerNamespace, taskQueue: string): Promise<number> {
  const query = new URLSearchParams({ query: `ExecutionStatus = 'Running' AND TaskQueue = '${taskQueue}'` });
  const response = await ask(where, `workflow-count?${query.toString()}`);
  if (!response.ok) throw new Error(`the Temporal server answered ${response.status} when asked for its runs`);
  const { count } = (await response.json()) as { readonly count?: string };
  return Number(count ?? 0);
}

async function raiseRetention(where: ServerNamespace): Promise<boolean> {
  const config = { workflowExecutionRetentionTtl: `${RETENTION_SECONDS}s` };
  try {
    const { ok } = await ask(where, 'update', { method: 'POST', body: JSON.stringify({ config }) });
    return ok;
  } catch {
    return false;
  }
}

function ask({ httpAddress, namespace }: ServerNamespace, path: string, request: RequestInit = {}): Promise<Response> {
  return fetch(`http://${httpAddress}/api/v1/namespaces/${namespace}/${path}`, {
    ...request,
    headers: { 'content-type': 'application/json', connection: 'close' },
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  });
}
