import { traitsOf } from '@plumbline/ranking/openai-embedder';
import { describe, expect, it } from 'vitest';

const NOTHING = { query: '', passage: '' };
const E5 = { query: 'query: ', passage: 'passage: ' };
const NOMIC = { query: 'search_query: ', passage: 'search_document: ' };

describe('the words before a text', () => {
  it.each([
    ['e5', E5],
    ['intfloat/multilingual-e5-small', E5],
    ['text-embedding-multilingual-e5-small', E5],
    ['nomic-embed-text:latest', NOMIC],
    ['text-embedding-nomic-embed-text-v1.5', NOMIC],
    ['all-minilm', NOTHING],
    ['bge-m3', NOTHING],
    ['gte-large-en-v1.5', NOTHING],
    ['text-embedding-3-small', NOTHING],
    ['one-e5x', NOTHING],
  ])('of %s are %o', (model, prefixes) => {
    expect(traitsOf(model).prefixes).toEqual(prefixes);
  });

  it.each([
    ['multilingual-e5-large-instruct', /^Instruct: .*\nQuery: $/],
    ['Qwen/Qwen3-Embedding-0.6B', /^Instruct: .*\nQuery:$/],
    ['qwen3-embedding:0.6b', /^Instruct: .*\nQuery:$/],
    ['mxbai-embed-large', /^Represent this sentence for searching relevant passages: $/],
    ['BAAI/bge-small-en-v1.5', /^Represent this sentence for searching relevant passages: $/],
  ])('of %s are an instruction before queries only', (model, query) => {
    const { prefixes } = traitsOf(model);

    expect(prefixes.query).toMatch(query);
    expect(prefixes.passage).toBe('');
  });
});

it.each([
  ['nomic-embed-text-v1.5', true],
  ['nomic-embed-text-v1', false],
  ['nomic-embed-text-v2-moe', true],
  ['qwen3-embedding', true],
  ['mxbai-embed-large', true],
  ['multilingual-e5-small', false],
  ['all-minilm', false],
])('vectors of %s may be cut: %s', (model, canShorten) => {
  expect(traitsOf(model).canShorten).toBe(canShorten);
});
