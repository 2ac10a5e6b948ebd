import { PLACE_KINDS } from '@plumbline/language/languages';

/** What a reference points to; each kind has its own label in texts and headings. */
export type ReferenceKind =
  | PlaceKind
  | 'paragraph'
  | 'work'
  | 'link'
  | 'labelled-link'
  | 'web'
  | 'identifier'
  | 'entry';

export type PlaceKind = (typeof PLACE_KINDS)[number];

/** A place in a text that sends the reader somewhere else. Offsets are UTF-16 code units, `end` exclusive. */
export interface Reference {
  /** As written, on one line; a place of a list also has the name of the work at the list's end. */
  readonly text: string;
  readonly kind: ReferenceKind;
  /** Number, page, link target or label, DOI, arXiv id or list entry; empty for a whole work. */
  readonly number: string;
  /** Paragraph inside the place ("Abs. 2", "(2)"). */
  readonly paragraph: string | null;
  /** Name of another work, as written ("Strahlenschutzgesetzes", without article); null for the text's own document. */
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
