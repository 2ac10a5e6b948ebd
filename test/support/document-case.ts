import { fileFormatOf, unreadFormatOf } from '@plumbline/documents/formats';
import { readDocument } from '@plumbline/documents/reading';
import { scanReading } from '@plumbline/documents/scans';
import { withoutUnsaid } from '@plumbline/text/unsaid-words';

/** A small document, and what must become of its words. */
export interface DocumentCase {
  readonly name: string;
  /** Its ending tells the format. */
  readonly file: string;
  /** Languages of OCR; absent: it is off. */
  readonly ocr?: string;
  readonly bytes: () => Uint8Array | string | Promise<Uint8Array | string>;
  /** Other files of its folder, by their paths. */
  readonly beside?: Readonly<Record<string, Uint8Array | string>>;
  /** What the stored text must hold; white space counts as one space. */
  readonly says?: readonly string[];
  /** What it must hold only with a mark: struck, hidden, not ticked. */
  readonly marks?: readonly string[];
  /** What it must not state: wrong values, and marked words without their marks. */
  readonly neverStates?: readonly string[];
  /** What the note about the file must say: why something, or all of it, was not read. */
  readonly notes?: readonly string[];
  /** What a person would ask of it without a model. */
  readonly question?: string;
  /** What the answer's text must say, and must not say. */
  readonly answers?: readonly string[];
  readonly neverAnswers?: readonly string[];
}

/** Cases of one way in which a document can be misread. */
export interface DocumentKind {
  readonly kind: string;
  readonly cases: readonly DocumentCase[];
}

export const OUTCOMES = ['kept', 'marked', 'lost with a note', 'lost in silence', 'falsified'] as const;
export type DocumentOutcome = (typeof OUTCOMES)[number];

export interface JudgedDocument {
  readonly outcome: DocumentOutcome;
  /** What is missing, or wrong; empty when everything is as it must be. */
  readonly faults: readonly string[];
}

/** How documents are read. */
export interface DocumentReader {
  readonly readDocument: typeof readDocument;
  readonly fileFormatOf: typeof fileFormatOf;
  readonly unreadFormatOf: typeof unreadFormatOf;
}

const PRODUCT: DocumentReader = { readDocument, fileFormatOf, unreadFormatOf };

/** Reads a case, and says what became of its words. */
export async function judgeDocument(one: DocumentCase, reader = PRODUCT): Promise<JudgedDocument> {
  const { text, note } = await read(one, reader);
  const all = oneSpaced(text);
  const stated = oneSpaced(withoutUnsaid(text));
  const { says = [], marks = [], neverStates = [], notes = [] } = one;
  const stating = neverStates.filter((words) => stated.includes(words));
  const missing = [...says, ...marks].filter((words) => !all.includes(words));
  const unsaid = notes.filter((words) => !note.includes(words));
  const faults = [
    ...stating.map((words) => `states “${words}”`),
    ...missing.map((words) => `does not hold “${words}”`),
    ...unsaid.map((words) => `has no note “${words}”`),
  ];
  return { outcome: outcomeOf(), faults: faults.map((fault) => `${fault} in “${all.slice(0, 600)}”, note “${note}”`) };

  function outcomeOf(): DocumentOutcome {
    if (stating.length > 0) return 'falsified';
    const isNoted = notes.length > 0 && unsaid.length === 0;
    if (missing.length > 0 || unsaid.length > 0) return note === '' ? 'lost in silence' : 'lost with a note';
    if (isNoted && says.length === 0 && marks.length === 0) return 'lost with a note';
    return marks.length > 0 ? 'marked' : 'kept';
  }
}

async function read(
  { file, ocr, bytes, beside = {} }: DocumentCase,
  reader: DocumentReader,
): Promise<{ text: string; note: string }> {
  const content = await bytes();
  const format = reader.fileFormatOf(file);
  if (format === undefined) return { text: '', note: reader.unreadFormatOf(file) };
  try {
    const { text, problem, trimmed } = await reader.readDocument(Buffer.from(content), format, file, null, {
      scans: scanReading(ocr),
      beside: async (path) => {
        const other = beside[path];
        if (other === undefined) throw new Error('no such file');
        return Buffer.from(other);
      },
    });
    return { text, note: [problem, trimmed].filter((each) => each).join('; ') };
  } catch (error) {
    return { text: '', note: error instanceof Error ? error.message : String(error) };
  }
}

function oneSpaced(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** What a text says wrong or does not say; empty: it is as it must be. */
export interface JudgedAnswer {
  readonly faults: readonly string[];
  /** In one line, without the escapes of Markdown. */
  readonly answer: string;
}

export function judgeAnswer(
  { answers = [], neverAnswers = [] }: Pick<DocumentCase, 'answers' | 'neverAnswers'>,
  markdown: string,
): JudgedAnswer {
  const answer = oneSpaced(markdown.replaceAll(/\\([^\p{L}\p{N}\s])/gu, '$1'));
  const faults = [
    ...answers.filter((words) => !answer.includes(words)).map((words) => `does not say “${words}”`),
    ...neverAnswers.filter((words) => answer.includes(words)).map((words) => `says “${words}”`),
  ];
  return { faults, answer };
}
