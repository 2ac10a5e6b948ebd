import type { TextRole } from './embedder.ts';

/** What a model's card asks of its users. */
export interface EmbeddingTraits {
  /** Words that have to stand before each text. */
  readonly prefixes: Readonly<Record<TextRole, string>>;
  /** The beginning of a vector is a vector, too (Matryoshka), so it may be cut. */
  readonly canShorten: boolean;
}

interface KnownModel {
  readonly name: RegExp;
  readonly query?: string;
  readonly passage?: string;
  readonly canShorten?: true;
}

const SEARCH = 'Represent this sentence for searching relevant passages: ';
const INSTRUCTION = 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:';

/** Open models as their cards describe them; the first match counts. Servers give them names of their own. */
const KNOWN: readonly KnownModel[] = [
  { name: /\be5-.*instruct/, query: `${INSTRUCTION} ` },
  { name: /(?:^|-)e5(?:$|-)/, query: 'query: ', passage: 'passage: ' },
  { name: /nomic-embed-text-v1(?![.\d])/, query: 'search_query: ', passage: 'search_document: ' },
  { name: /nomic-embed-text/, query: 'search_query: ', passage: 'search_document: ', canShorten: true },
  { name: /qwen3-embedding/, query: INSTRUCTION, canShorten: true },
  { name: /gte-qwen\d/, query: `${INSTRUCTION} ` },
  { name: /gte-multilingual/, canShorten: true },
  { name: /bge-(?:small|base|large)-zh/, query: '为这个句子生成表示以用于检索相关文章：' },
  { name: /bge-(?:small|base|large)/, query: SEARCH },
  { name: /mxbai-embed-de/, query: 'query: ', passage: 'passage: ', canShorten: true },
  { name: /mxbai-embed-(?:2d-)?large/, query: SEARCH, canShorten: true },
  { name: /arctic-embed(?:2|-.*v2)/, query: 'query: ', canShorten: true },
  { name: /arctic-embed-m-v1\.5/, query: SEARCH, canShorten: true },
  { name: /arctic-embed/, query: SEARCH },
  {
    name: /embeddinggemma|embedding-gemma/,
    query: 'task: search result | query: ',
    passage: 'title: none | text: ',
    canShorten: true,
  },
  { name: /text-embedding-3-(?:small|large)/, canShorten: true },
];

/** What is known of a model by its name on a server; unknown models get their texts unchanged. */
export function traitsOf(model: string): EmbeddingTraits {
  const name = model.toLowerCase().replaceAll('_', '-').replace(/^.*\//, '').replace(/:.*/, '');
  const known = KNOWN.find((entry) => entry.name.test(name));
  return {
    prefixes: { query: known?.query ?? '', passage: known?.passage ?? '' },
    canShorten: known?.canShorten === true,
  };
}
