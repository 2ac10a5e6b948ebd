import { h, type JSX } from 'preact';
import { CompareLink } from '../compare/compare-link.ts';
import { useWords } from '../parts/words-context.ts';
import { Pictures } from '../pictures/pictures.ts';
import type { ArticleProps } from './article-props.ts';
import { Behind } from './behind.ts';
import { Exports } from './exports.ts';
import { Section } from './section.ts';
import { SourceList } from './source-list.ts';

/** The report from the question to what stands behind it. */
export function Article({
  reading,
  origin,
  opened,
  open,
  panel,
}: ArticleProps & { readonly origin: JSX.Element }): JSX.Element {
  const words = useWords();
  const { question, language, publishedAt, outcome, engine, sections } = reading;
  const about = [
    words.published(publishedAt.slice(0, 10)),
    outcome === 'stopped' ? words.stoppedEarly : '',
    engine === 'offline' ? words.offline : words.model,
  ];
  return h(
    'article',
    { class: 'column' },
    h('h1', { lang: language }, question),
    h('p', { class: 'quiet' }, about.filter(Boolean).join(' · ')),
    origin,
    h(Exports, { researchId: reading.researchId }),
    h(
      'div',
      { lang: language },
      sections.map((section) => h(Section, { key: section.name, reading, section, opened, open, panel })),
    ),
    h(SourceList, { reading }),
    h(Behind, { reading }),
    h(CompareLink, { researchId: reading.researchId }),
    h(Pictures, { researchId: reading.researchId }),
  );
}
