import { randomUUID } from 'node:crypto';
import { type Records, valueOf } from '@plumbline/storage/records';
import { z } from 'zod';
import { ownerOf } from './collections.ts';

/** What somebody noted about a document, or about a place in it; words that begin with # are tags. */
const noteSchema = z.object({
  id: z.string(),
  text: z.string(),
  /** Null: it is about the whole document. */
  place: z.object({ start: z.int(), end: z.int(), quote: z.string() }).nullable(),
});
export type DocumentNote = z.infer<typeof noteSchema>;

/** What a model said of a document, of the text with this hash. */
const descriptionSchema = z.object({ textHash: z.string(), line: z.string(), questions: z.array(z.string()) });
export type KeptDescription = z.infer<typeof descriptionSchema>;

type NewNote = Omit<DocumentNote, 'id'>;
export interface NoteChanges {
  readonly add: readonly NewNote[];
  /** Ids. */
  readonly remove: readonly string[];
}

const MAX_NOTES = 200;

/** Notes on documents, each user their own, by the folder's directory and the path within it. */
export interface DocumentNotes {
  list(user: string | null, directory: string): Promise<ReadonlyMap<string, readonly DocumentNote[]>>;
  /** The newest last, of which the last 200 are kept. @returns all of the document */
  change(user: string | null, document: DocumentPlace, changes: NoteChanges): Promise<readonly DocumentNote[]>;
  /** For all users; null: none is kept. */
  readDescription(document: DocumentPlace): Promise<KeptDescription | null>;
  keepDescription(document: DocumentPlace, description: KeptDescription): Promise<void>;
  /** Also other users' notes, and notes on what is in an archive. */
  remove(document: DocumentPlace): Promise<void>;
}

interface DocumentPlace {
  readonly directory: string;
  /** Left out: all of the folder. */
  readonly path?: string;
}

export function createDocumentNotes(records: Records): DocumentNotes {
  const notesSchema = z.array(noteSchema);
  return {
    async list(user, directory) {
      const prefix = nameOf({ directory });
      // To the database, an underscore is a pattern.
      const rows = (await records.list('notes', ownerOf(user), prefix)).filter(({ name }) => name.startsWith(prefix));
      return new Map(rows.map((row) => [row.name.slice(prefix.length), valueOf(row, notesSchema) ?? []]));
    },
    async change(user, document, { add, remove }) {
      let notes: DocumentNote[] = [];
      await records.change({ kind: 'notes', owner: ownerOf(user), name: nameOf(document) }, (row) => {
        const kept = (valueOf(row, notesSchema) ?? []).filter(({ id }) => !remove.includes(id));
        const known = new Set(kept.map(keyOf));
        const isNew = (note: NewNote) => !known.has(keyOf(note));
        notes = [...kept, ...add.filter(isNew).map((note) => ({ ...note, id: randomUUID() }))].slice(-MAX_NOTES);
        return { value: notes, at: new Date().toISOString() };
      });
      return notes;
    },
    readDescription: async (document) => valueOf(await records.read(described(document)), descriptionSchema),
    keepDescription: (document, value) => records.put(described(document), { value, at: new Date().toISOString() }),
    async remove({ directory, path }) {
      const within = nameOf({ directory, ...(path !== undefined && { path: `${path}/` }) });
      const isIn = (name: string) => name.startsWith(within) || `${name}/` === within;
      for (const { owner, name } of await records.outline('notes'))
        if (isIn(name)) await records.remove('notes', owner, [name]);
    },
  };
}

/** No user has this name. */
const described = (document: DocumentPlace) =>
  ({ kind: 'notes', owner: 'descriptions', name: nameOf(document) }) as const;

const keyOf = ({ text, place }: NewNote) => JSON.stringify([text, place?.start, place?.quote]);

function nameOf({ directory, path = '' }: DocumentPlace): string {
  return `${directory}\n${path}`;
}
