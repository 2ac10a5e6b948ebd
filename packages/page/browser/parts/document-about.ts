import { h, type JSX } from 'preact';
import type { DocumentAbout as About } from '../api/api-types.ts';
import { type AskDraft, emptyDraft, keepDraft, newSendId } from '../models/ask-draft.ts';
import { useApi } from './api-context.ts';
import { useLoaded } from './loading.ts';
import { SourceWords } from './prose.ts';
import { follow } from './router.ts';
import { useWords } from './words-context.ts';

interface AboutProps extends Pick<AskDraft, 'leftOut'> {
  readonly folder: string;
  readonly path: string;
}

/** What a document is about, in its own words, and ways to ask it alone: with a question that it answers, or with one's own. */
export function DocumentAbout({ folder, path, leftOut }: AboutProps): JSX.Element {
  const { library: words } = useWords();
  const api = useApi();
  const [loaded] = useLoaded(`${folder}/${path}`, () => api.readAbout({ folder, path }));
  const { title, line, questions } = loaded.state === 'loaded' ? loaded.value : NOTHING_TOLD;
  const draft = { ...emptyDraft(newSendId()), include: `/${path}`, leftOut };
  const ask = (question: string, text: string) => {
    const take = (event: MouseEvent) => {
      keepDraft({ ...draft, question });
      follow(event);
    };
    return h('a', { key: text, class: 'chip', href: '/', onClick: take }, text);
  };
  // These mean something else in a pattern.
  const canBeAlone = !/[\\*?{}[\]!,]/.test(path);
  return h(
    'div',
    { class: 'document-about' },
    title === '' && line === '' ? null : h('p', {}, h('strong', {}, title), ' ', h(SourceWords, { text: line })),
    canBeAlone ? [ask('', words.askOnly), ...questions.map((question) => ask(question, question))] : null,
  );
}

const NOTHING_TOLD: About = { title: '', line: '', questions: [] };
