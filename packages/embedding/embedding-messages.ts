/** To the process that embeds: one text, with its prefix. */
export interface EmbeddingQuestion {
  readonly text: string;
}

/** One answer for each question, in order. The first one, to no question, says that the model is loaded, or why not. */
export type EmbeddingAnswer = { readonly vector: Float32Array } | { readonly problem: string };
