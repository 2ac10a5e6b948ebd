import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to a service for issues, as it saw it. */
export interface ServiceRequest {
  /** `POST /repos/ada/notes/issues`, or the name of a GraphQL operation. */
  readonly operation: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What happens to one request instead of its answer. */
export type ServiceFault =
  | ServiceAnswer
  /** The request is carried out, and its answer lost. */
  | 'lose-answer'
  /** Nothing is carried out. */
  | 'disconnect'
  /** Nothing is carried out, and nothing answered. */
  | 'hang';

export interface IssueService {
  readonly origin: string;
  readonly requests: readonly ServiceRequest[];
  /** Names of the requests so far that changed something. */
  changes(): string[];
  /** The next request of this operation that is not yet spoken for fails like this. */
  failNext(operation: string | RegExp, fault: ServiceFault): void;
  /** @throws when a request was unknown or a fault was not met */
  assertDone(): void;
  close(): Promise<void>;
}

export interface ServiceRules {
  /** Names a request. */
  operationOf(method: string, path: string, body: Record<string, unknown>): string;
  isChange(operation: string): boolean;
  /** Undefined: the service knows no such request. */
  answer(request: ServiceRequest): ServiceAnswer | undefined;
}

/** A service for issues on a free loopback port. */
export async function startIssueService(rules: ServiceRules): Promise<IssueService> {
  const requests: ServiceRequest[] = [];
  const unknown: string[] = [];
  const faults: { readonly operation: string | RegExp; readonly fault: ServiceFault }[] = [];
  const take = (operation: string): ServiceFault | undefined => {
    const index = faults.findIndex(({ operation: wanted }) =>
      typeof wanted === 'string' ? wanted === operation : wanted.test(operation),
    );
    return index < 0 ? undefined : faults.splice(index, 1)[0]?.fault;
  };

  const server = createServer((message, response) => {
    void readRequest(message, rules).then((request) => {
      requests.push(request);
      const fault = take(request.operation);
      if (fault === 'hang') return;
      if (typeof fault === 'object') return send(response, fault);
      const answer = fault === 'disconnect' ? undefined : rules.answer(request);
      if (fault !== undefined) return void response.destroy();
      if (answer === undefined) unknown.push(request.operation);
      send(response, answer ?? { status: 501, body: { message: `unknown: ${request.operation}` } });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    changes: () => requests.map(({ operation }) => operation).filter((operation) => rules.isChange(operation)),
    failNext: (operation, fault) => void faults.push({ operation, fault }),
    assertDone() {
      if (unknown.length > 0) throw new Error(`unknown requests: ${unknown.join(', ')}`);
      if (faults.length > 0) throw new Error(`${faults.length} faults were not met`);
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readRequest(message: IncomingMessage, rules: ServiceRules): Promise<ServiceRequest> {
  const url = new URL(message.url ?? '/', 'http://loopback');
  let text = '';
  for await (const chunk of message.setEncoding('utf8')) text += chunk;
  const body = JSON.parse(text || '{}') as Record<string, unknown>;
  return {
    operation: rules.operationOf(message.method ?? '', url.pathname, body),
    parameters: Object.fromEntries(url.searchParams),
    headers: message.headers,
    body,
  };
}

function send(response: ServerResponse, { status, headers, body }: ServiceAnswer): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(body));
}
