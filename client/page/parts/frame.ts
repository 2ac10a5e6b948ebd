import { Fragment, h, type JSX } from 'preact';
import type { PageLanguage } from '../models/language.ts';
import { useScheme } from './appearance.ts';
import { follow } from './router.ts';
import { useWords } from './words-context.ts';

interface FrameProps {
  readonly language: PageLanguage;
  readonly setLanguage: (language: PageLanguage) => void;
}

/** What stands above every view. */
export function Frame({ language, setLanguage }: FrameProps): JSX.Element {
  const words = useWords();
  const [scheme, setScheme] = useScheme();
  const other = language === 'de' ? 'en' : 'de';
  return h(
    Fragment,
    {},
    h('a', { class: 'skip', href: '#content' }, words.skip),
    h(
      'header',
      { class: 'frame' },
      h('a', { class: 'home', href: '/', onClick: follow }, 'Plumbline'),
      h(
        'nav',
        { 'aria-label': words.views },
        h('a', { href: '/memory', onClick: follow }, words.memory.heading),
        h('a', { href: '/briefings', onClick: follow }, words.briefings.heading),
      ),
      h(
        'button',
        { type: 'button', class: 'plain', lang: other, onClick: () => setLanguage(other) },
        words.otherLanguage,
      ),
      h(
        'button',
        { type: 'button', class: 'plain', onClick: () => setScheme(scheme === 'dark' ? 'light' : 'dark') },
        scheme === 'dark' ? words.light : words.dark,
      ),
    ),
  );
}
