import { ApiFailure, type ApiRequests } from './api-requests.ts';

/** A folder of the server, or a collection of uploads. */
export interface LibraryFolder {
  readonly name: string;
  readonly isUpload: boolean;
  readonly canChange: boolean;
  /** Chosen among the folders that the server offers: it can be given up. */
  readonly isChosen: boolean;
  /** Null: it cannot be listed. */
  readonly documents: number | null;
  readonly unreadable: number;
}

export interface Library {
  readonly folders: readonly LibraryFolder[];
  /** Null: the server takes no uploads. */
  readonly uploads: {
    readonly maxDocumentBytes: number;
    readonly maxArchiveBytes: number;
    readonly maxBytes: number;
    readonly usedBytes: number;
  } | null;
  /** Whether folders of the server can be chosen. */
  readonly offersFolders: boolean;
}

export interface OfferedFolder {
  readonly name: string;
  readonly path: string;
}

export interface LibraryDocument {
  readonly path: string;
  readonly state: 'read' | 'changed' | 'new' | 'unreadable';
  readonly reason: string | null;
  readonly format: string | null;
  readonly title: string | null;
  readonly language: string | null;
  readonly pages: number | null;
  readonly recognisedPages: number;
  readonly publishedAt: string | null;
  readonly address: string | null;
  readonly readAt: string | null;
}

export interface StoredDocument {
  readonly collection: string;
  readonly path: string;
  readonly outcome: 'added' | 'replaced' | 'unchanged';
}

/** What becomes of a document of the same name and other content. */
export type Conflict = 'refuse' | 'replace' | 'keep-both';

/** Documents that can be asked, and how they come and go. */
export interface LibraryClient {
  readLibrary(): Promise<Library>;
  listDocuments(
    name: string,
    wanted: { readonly search: string; readonly limit: number },
  ): Promise<{ readonly total: number; readonly documents: readonly LibraryDocument[] }>;
  storeDocument(name: string, path: string, file: Blob, conflict: Conflict): Promise<StoredDocument>;
  storePage(name: string, address: string): Promise<StoredDocument>;
  readCollection(name: string): Promise<{ readonly documents: number; readonly unreadable: number }>;
  removeDocument(name: string, path: string): Promise<void>;
  removeCollection(name: string): Promise<void>;
  /** @param path empty: the offered folders themselves */
  listOffered(path: string): Promise<readonly OfferedFolder[]>;
  /** @returns how it is named */
  chooseFolder(path: string): Promise<string>;
}

const PATH = '/api/library';
const OFFERED = '/api/offered-folders';
const WAIT_MS = 5_000;
const TOO_MANY_REQUESTS = 429;

export function createLibraryClient(requests: ApiRequests): LibraryClient {
  const pathOf = (name: string, rest = ''): string => `${PATH}/${encodeURIComponent(name)}${rest}`;
  const documentOf = (name: string, query: Record<string, string>): string =>
    pathOf(name, `/documents?${new URLSearchParams(query)}`);
  return {
    readLibrary: () => requests.get(PATH),
    listDocuments: (name, { search, limit }) =>
      requests.get(pathOf(name, `?${new URLSearchParams({ search, limit: `${limit}` })}`)),
    storeDocument: (name, path, file, conflict) =>
      patiently(async () => {
        const headers = { 'content-type': 'application/octet-stream' };
        const init = { method: 'PUT', headers, body: file };
        return JSON.parse(await (await requests.send(documentOf(name, { path, conflict }), init)).text());
      }),
    storePage: (name, address) => requests.post(pathOf(name, '/pages'), { address }),
    readCollection: (name) => requests.post(pathOf(name, '/reading')),
    removeDocument: async (name, path) => void (await requests.send(documentOf(name, { path }), { method: 'DELETE' })),
    listOffered: async (path) => {
      const query = new URLSearchParams({ path });
      return (await requests.get<{ readonly folders: readonly OfferedFolder[] }>(`${OFFERED}?${query}`)).folders;
    },
    chooseFolder: async (path) => (await requests.post<{ readonly name: string }>(OFFERED, { path })).name,
    removeCollection: async (name) => void (await requests.send(pathOf(name), { method: 'DELETE' })),
  };
}

/** A large folder has more files than one client may send in a minute. */
async function patiently<Value>(send: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== TOO_MANY_REQUESTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }
}
