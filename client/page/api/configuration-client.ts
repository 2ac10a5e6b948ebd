import type { ApiRequests } from './api-requests.ts';

/** One variable that the server may have set, and where. */
export interface ConfiguredVariable {
  readonly name: string;
  /** Null: not set, or not valid. */
  readonly value: string | null;
  readonly source: 'environment' | 'file' | 'default';
}

export interface Configuration {
  readonly variables: readonly ConfiguredVariable[];
  readonly secrets: readonly { readonly name: string; readonly isSet: boolean }[];
}

/** Whether the worker is another one now; `yours`: who runs the workers starts them again. */
export type WorkerAfterChange = 'same' | 'renewed' | 'yours';

export type TriedPart = 'model' | 'embeddings' | 'sources' | 'scans' | 'notifications';

export interface Outcome {
  readonly ok: boolean;
  /** `off`: it is not set up; `answers`: a server does; `ready`: nothing was asked. */
  readonly outcome: 'off' | 'ready' | 'answers' | 'failed';
  /** In English. */
  readonly detail: string;
  /** Null: nothing is to be done. */
  readonly remedy: string | null;
}

/** By name; null is not set. */
export type DraftValues = Readonly<Record<string, string | null>>;

/** What the server is set up with. */
export interface ConfigurationClient {
  readConfiguration(): Promise<Configuration>;
  saveConfiguration(values: DraftValues): Promise<Configuration & { readonly worker: WorkerAfterChange }>;
  /** With values that need not be saved. */
  tryConfiguration(part: TriedPart, values: DraftValues): Promise<Outcome>;
}

export function createConfigurationClient(requests: ApiRequests): ConfigurationClient {
  const path = '/api/configuration';
  return {
    readConfiguration: () => requests.get(path),
    saveConfiguration: async (values) => {
      const headers = { 'content-type': 'application/json' };
      const response = await requests.send(path, { method: 'PUT', headers, body: JSON.stringify({ values }) });
      return JSON.parse(await response.text());
    },
    tryConfiguration: (part, values) => requests.post(`${path}/try`, { part, values }),
  };
}
