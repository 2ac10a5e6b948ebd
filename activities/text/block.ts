/** A stretch of text of one kind: a paragraph, a list item, a heading, a fenced block, or one table row. */
export interface Block {
  readonly kind: 'prose' | 'heading' | 'code' | 'table';
  /** Start of the content, without list marker, heading marks, surrounding tags and white space. */
  readonly start: number;
  readonly end: number;
  /** Start of the block's first line, including markers. */
  readonly lineStart: number;
  /** Heading level 1–6; 0 for everything else. */
  readonly level: number;
}
