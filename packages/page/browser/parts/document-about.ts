import { h, type JSX } from 'preact';
import type { DocumentAbout as About } from '../api/api-types.ts';
import { draftAsking, keepDraft } from '../models/ask-draft.ts';
import { useApi } from './api-context.ts';
import { useLoaded } from './loading.ts';
import { SourceWords } from './prose.ts';
import { follow } from './router.ts';
import { useWords } from './words-context.ts';

interface AboutProps {
  readonly folder: string;
  readonly path: string;
  /** Names of all, as far as they are known. */
  readonly folders: readonly string[];
}

/** What a document is about, in a model's words or its own, and ways to ask it alone: with a question that it answers, or with one's own. */
export function DocumentAbout({ folder, path, folders }: AboutProps): JSX.Element {
  const { library: words } = useWords();
  const api = useApi();
  const [loaded] = useLoaded(`${folder}/${path}`, () => api.readAbout({ folder, path }));
  const { title, line, questions } = loaded.state === 'loaded' ? loaded.value : NOTHING_TOLD;
  const ask = (question: string, text: string) => {
    const take = (event: MouseEvent) => {
      keepDraft({ ...draftAsking([{ folder, path }], folders), question });
      follow(event);
    };
    return h('a', { key: text, class: 'chip', href: '/', onClick: take }, text);
  };
  return h(
    'div',
    { class: 'document-about' },
    title === '' && line === '' ? null : h('p', {}, h('strong', {}, title), ' ', h(SourceWords, { text: line })),
    [ask('', words.askOnly), ...questions.map((question) => ask(question, question))],
  );
}

const NOTHING_TOLD: About = { title: '', line: '', questions: [] };
