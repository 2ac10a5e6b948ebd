/** Text of one kind between borders: a paragraph, a list item, a heading, a fenced block, one table row. */
export interface Block {
  readonly kind: 'prose' | 'heading' | 'code' | 'table';
  /** Content without list marker, heading marks, tags around it and surrounding white space. */
  readonly start: number;
  readonly end: number;
  /** Start of the line on which the block begins, markers included. */
  readonly lineStart: number;
  /** Heading level 1–6; 0 for everything else. */
  readonly level: number;
}
