/** UTF-16 code units, `end` exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A filter that a message sets, as text; several of one name mean "one of". */
export interface FilterEntry {
  readonly name: string;
  readonly value: string;
}
