import { type ComponentChildren, createContext, h, type JSX } from 'preact';
import { useContext, useRef, useState } from 'preact/hooks';
import type { ApiClient, Conflict } from '../api/api-client.ts';
import { ApiFailure } from '../api/api-requests.ts';
import type { Library } from '../api/api-types.ts';
import { type DroppedFile, isMeant, toCollection } from '../models/dropped-files.ts';
import { useApi } from './api-context.ts';
import { messageOf } from './loading.ts';
import { useWords } from './words-context.ts';

/** A document that was not taken, and why. */
export interface RefusedFile extends DroppedFile {
  readonly collection: string;
  readonly reason: string;
  /** One of its name is there, with other content: the person decides. */
  readonly isTaken: boolean;
}

export interface UploadState {
  readonly phase: 'idle' | 'sending' | 'reading' | 'done';
  readonly sent: number;
  readonly total: number;
  readonly stored: number;
  /** Paths of the first of them. */
  readonly paths: readonly string[];
  /** Where they went; empty: nowhere yet. */
  readonly collection: string;
  readonly refused: readonly RefusedFile[];
  /** Of the whole collection. */
  readonly unreadable: number;
  /** Grows whenever the library has changed. */
  readonly version: number;
}

export interface Uploading extends UploadState {
  /** @param target the collection to add to; left out: that of the folder, or of all uploads */
  readonly add: (files: readonly DroppedFile[], target?: string) => void;
  /** Sends a refused one again. */
  readonly resolve: (file: RefusedFile, conflict: Conflict) => void;
  readonly dismiss: () => void;
  readonly changed: () => void;
  /** Resolves when nothing is being sent. */
  readonly settled: () => Promise<void>;
}

const IDLE: UploadState = {
  phase: 'idle',
  sent: 0,
  total: 0,
  stored: 0,
  paths: [],
  collection: '',
  refused: [],
  unreadable: 0,
  version: 0,
};
const AT_A_TIME = 3;
/** Of so many it is told what they are about. */
const TOLD = 2;

const UploadingContext = createContext<Uploading>({
  ...IDLE,
  add: () => {},
  resolve: () => {},
  dismiss: () => {},
  changed: () => {},
  settled: async () => {},
});

export function useUploading(): Uploading {
  return useContext(UploadingContext);
}

/** What the library is shown and changed with. */
export function useLibrary() {
  return { ...useUploading(), words: useWords().library, api: useApi() };
}

/** Uploads go on while the person looks at another view. */
export function UploadingProvider({ children }: { readonly children?: ComponentChildren }): JSX.Element {
  const api = useApi();
  const { library: words } = useWords();
  const [state, setState] = useState<UploadState>(IDLE);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const change = (next: (state: UploadState) => Partial<UploadState>): void =>
    setState((present) => ({ ...present, ...next(present) }));
  const enqueue = (batch: Batch): void => {
    change(({ total, phase, ...others }) => ({
      ...others,
      ...(phase === 'done' && {
        sent: 0,
        stored: 0,
        paths: [],
        refused: others.refused.filter(({ isTaken }) => isTaken),
      }),
      total: (phase === 'done' || phase === 'idle' ? 0 : total) + batch.files.length,
      phase: 'sending',
    }));
    queue.current = queue.current.then(() => sendBatch(api, batch, change, words.tooLarge));
  };
  const uploading: Uploading = {
    ...state,
    add: (dropped, target) => {
      const files = dropped.filter(isMeant);
      if (files.length === 0) return;
      const placed = target === undefined ? toCollection(files, words.uploads) : { collection: target, files };
      enqueue({ ...placed, conflict: 'refuse' });
    },
    resolve: (file, conflict) => {
      change(({ refused }) => ({ refused: refused.filter((each) => each !== file) }));
      if (conflict !== 'refuse') enqueue({ collection: file.collection, files: [file], conflict });
    },
    dismiss: () => change(({ phase, version }) => (phase === 'done' ? { ...IDLE, version } : { refused: [] })),
    changed: () => change(({ version }) => ({ version: version + 1 })),
    settled: () => queue.current,
  };
  return h(UploadingContext.Provider, { value: uploading }, children);
}

interface Batch {
  readonly collection: string;
  readonly files: readonly DroppedFile[];
  readonly conflict: Conflict;
}

type Change = (next: (state: UploadState) => Partial<UploadState>) => void;

/** Never rejects: what fails is told file by file. */
async function sendBatch(
  api: ApiClient,
  { collection: wanted, files, conflict }: Batch,
  change: Change,
  tooLarge: (path: string) => string,
): Promise<void> {
  const waiting = [...files];
  const library = await api.readLibrary().catch(() => null);
  const collection = freeName(wanted, library?.folders ?? []);
  const limits = library?.uploads ?? null;
  const before = library?.folders.find(({ name }) => name === collection)?.unreadable ?? 0;
  const refuse = (each: DroppedFile, reason: string, isTaken = false): void =>
    change(({ refused }) => ({ refused: [...refused, { ...each, collection, reason, isTaken }] }));
  const send = async (each: DroppedFile): Promise<void> => {
    if (isTooLarge(each, limits)) return refuse(each, tooLarge(each.path));
    try {
      const { path } = await api.storeDocument(collection, each.path, each.file, conflict);
      change(({ stored, paths }) => ({ stored: stored + 1, paths: [...paths, path].slice(0, TOLD), collection }));
    } catch (error) {
      refuse(each, messageOf(error), error instanceof ApiFailure && error.status === 409);
    }
  };
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await send(next);
      change(({ sent }) => ({ sent: sent + 1 }));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  change(({ version }) => ({ phase: 'reading', version: version + 1 }));
  void readAdded(api, collection, before, change);
}

/**
 * What cannot be read shows in the library; an answer reads again what is missing.
 *
 * @param before files of the collection that could not be read before
 */
async function readAdded(api: ApiClient, collection: string, before: number, change: Change): Promise<void> {
  const reading = await api.readCollection(collection).catch(() => null);
  const unreadable = Math.max(0, (reading?.unreadable ?? 0) - before);
  change(({ phase, version }) => (phase === 'reading' ? { phase: 'done', unreadable, version: version + 1 } : {}));
}

/** A folder of the server may have the name, or a collection of all users. */
function freeName(wanted: string, folders: Library['folders']): string {
  const isTaken = (name: string) => folders.some((folder) => folder.name === name && !folder.canChange);
  let name = wanted;
  for (let number = 2; isTaken(name); number += 1) name = `${wanted} (${number})`;
  return name;
}

/** Refused here, a file of gigabytes need not be sent to learn that. */
function isTooLarge({ path, file }: DroppedFile, limits: Library['uploads']): boolean {
  if (limits === null) return false;
  return file.size > (/\.zip$/i.test(path) ? limits.maxArchiveBytes : limits.maxDocumentBytes);
}
