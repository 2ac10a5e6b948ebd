import { z } from '@hono/zod-openapi';

const folderSchema = z
  .object({
    name: z.string(),
    isUpload: z.boolean().openapi({ description: 'uploaded; otherwise a folder that the server was started with' }),
    canChange: z.boolean(),
    isChosen: z.boolean().openapi({ description: 'chosen by the user among the folders that the server offers' }),
    documents: z.int().nullable().openapi({ description: 'null: the folder cannot be listed' }),
    unreadable: z.int(),
  })
  .openapi('LibraryFolder');

export const librarySchema = z
  .object({
    folders: z.array(folderSchema),
    uploads: z
      .object({
        maxDocumentBytes: z.int(),
        maxArchiveBytes: z.int(),
        maxBytes: z.int(),
        usedBytes: z.int(),
      })
      .nullable()
      .openapi({ description: 'null: this server takes none' }),
    offersFolders: z.boolean().openapi({ description: 'whether folders of the server can be chosen' }),
  })
  .openapi('Library');

const noteSchema = z
  .object({
    text: z
      .string()
      .trim()
      .min(1)
      .max(2_000)
      .openapi({ description: 'words that begin with # are tags', example: 'Ask Anna #contract' }),
    place: z
      .object({ start: z.int().min(0), end: z.int().min(0), quote: z.string().max(500) })
      .nullable()
      .openapi({
        description: 'offsets in the text of the document, with the words there; null: it is about all of it',
      }),
  })
  .openapi('NewNote');

export const notesSchema = z.object({
  notes: z.array(noteSchema.extend({ id: z.string() }).openapi('DocumentNote')).readonly(),
});

export const noteChangesSchema = z
  .strictObject({ add: z.array(noteSchema).max(20).default([]), remove: z.array(z.string()).max(200).default([]) })
  .openapi('ChangeNotes');

export const documentSchema = z
  .object({
    path: z.string(),
    state: z.enum(['read', 'changed', 'new', 'unreadable']).openapi({
      description: 'changed and new ones are read before the next answer',
    }),
    reason: z.string().nullable().openapi({ description: 'why it, or a part of it, is not read' }),
    format: z.string().nullable(),
    title: z.string().nullable(),
    language: z.string().nullable().openapi({ description: 'ISO 639-1, or und' }),
    pages: z.int().nullable(),
    recognisedPages: z.int().openapi({ description: 'pages that are pictures, read by OCR' }),
    publishedAt: z.string().nullable(),
    address: z.string().nullable(),
    readAt: z.string().nullable(),
    notes: notesSchema.shape.notes.openapi({ description: 'of who asks, the oldest first' }),
  })
  .openapi('LibraryDocument');

export const aboutSchema = z
  .object({
    title: z.string(),
    line: z
      .string()
      .openapi({ description: 'what a model says that it is, or else its first sentence; empty: it has none' }),
    questions: z.array(z.string()),
  })
  .openapi('DocumentAbout');

export const storedSchema = z
  .object({
    collection: z.string(),
    path: z.string(),
    bytes: z.int(),
    outcome: z.enum(['added', 'replaced', 'unchanged']),
  })
  .openapi('StoredDocument');

export const readingSchema = z
  .object({ documents: z.int(), passages: z.int(), unreadable: z.int() })
  .openapi('LibraryReading');

const value = z.unknown().openapi({ description: 'as `settings` of a run takes it' });

export const settingSchema = z
  .object({
    path: z
      .array(z.string())
      .openapi({ description: 'its place in `settings` of a run', example: ['limits', 'pages'] }),
    group: z.string(),
    description: z.string(),
    unit: z.string().nullable(),
    kind: z.enum(['switch', 'choice', 'integer', 'decimal', 'list', 'text']),
    choices: z.array(z.string()),
    minimum: z.number().nullable().openapi({ description: 'smallest number; null: of no number, or of a list' }),
    maximum: z.number().nullable(),
    presets: z.object({ quick: value, standard: value, deep: value }),
  })
  .openapi('Setting');

export const sourcesSchema = z
  .object({
    documents: z.array(z.string()),
    catalogues: z.array(z.string()),
    /** Search providers; empty: the web is not searched. */
    web: z.array(z.string()),
  })
  .openapi('Sources');

export const overviewSchema = z
  .object({
    model: z.string().nullable().openapi({ description: 'the model that writes; null: answers show passages' }),
    folders: z.array(
      z.object({
        name: z.string(),
        documents: z.int().nullable().openapi({ description: 'null: the folder cannot be listed' }),
        unreadable: z.int().openapi({ description: 'files that are no document, or could not be read' }),
      }),
    ),
    questions: z.array(z.string()).openapi({ description: 'examples, from headings of the documents' }),
  })
  .openapi('Overview');

export type Library = z.infer<typeof librarySchema>;
export type LibraryDocument = z.infer<typeof documentSchema>;
export type DocumentNote = LibraryDocument['notes'][number];
export type NoteChanges = z.input<typeof noteChangesSchema>;
export type DocumentAbout = z.infer<typeof aboutSchema>;
export type StoredDocument = z.infer<typeof storedSchema>;
/** Names that a server has for its sources. */
export type ServedSources = z.infer<typeof sourcesSchema>;
/** What answers come from. */
export type Overview = z.infer<typeof overviewSchema>;
/** A setting of a run. */
export type RunSetting = z.infer<typeof settingSchema>;
