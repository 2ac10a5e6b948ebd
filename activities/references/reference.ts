/** What a reference points at; each kind has its own label in a text and in headings. */
export type ReferenceKind =
  | PlaceKind
  | 'paragraph'
  | 'work'
  | 'link'
  | 'labelled-link'
  | 'web'
  | 'identifier'
  | 'entry';

/** Places that carry a label with a number: "§ 5", "Article 5", "Anlage 2", "Table 3". */
export const PLACE_KINDS = [
  'section',
  'article',
  'annex',
  'division',
  'subdivision',
  'chapter',
  'part',
  'title',
  'table',
  'figure',
  'page',
] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** A place in a text that sends the reader somewhere else. Offsets are UTF-16 code units, `end` exclusive. */
export interface Reference {
  /** As written, on one line; in a list with the name of the work that stands at its end. */
  readonly text: string;
  readonly kind: ReferenceKind;
  /** Number, page, link target or label, DOI, arXiv id or entry of a list; empty for a work as a whole. */
  readonly number: string;
  /** Paragraph inside the place ("Abs. 2", "(2)"). */
  readonly paragraph: string | null;
  /** Another work as it is named ("Strahlenschutzgesetzes", without article); null for the text's own document. */
  readonly work: string | null;
  readonly start: number;
  readonly end: number;
}

/** A reference to a labelled place. */
export interface PlaceReference extends Reference {
  readonly kind: PlaceKind;
}

/** Whether references of this kind point to a labelled place, not to a document, a link or a paragraph. */
export function isPlaceKind(kind: ReferenceKind): kind is PlaceKind {
  return PLACE_KINDS.some((place) => place === kind);
}
