import { h, type JSX } from 'preact';
import { kindOfSource } from '../models/evidence.ts';

/** Drawn on a square of 16: its lines, then what is filled. */
const DRAWINGS = {
  logo: ['M4.5 1.25h7M8 1.25V7', 'M8 6.5l3.25 2.75L8 15.25L4.75 9.25z'],
  text: ['M3.5 1.5h6l3 3v10h-9zM6 7h4M6 9.25h4M6 11.5h2.5'],
  document: ['M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3'],
  pdf: ['M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3', 'M2 7.75h9v4H2z'],
  web: ['M8 2a6 6 0 1 0 0 12a6 6 0 0 0 0-12M2 8h12M8 2c-3.5 4-3.5 8 0 12c3.5-4 3.5-8 0-12'],
  table: ['M2 2.75h12v10.5H2zM2 6.25h12M2 9.75h12M6.5 6.25v7'],
  code: ['M5 4.75L1.75 8L5 11.25M11 4.75L14.25 8L11 11.25M9 3L7 13'],
  folder: ['M1.75 13V3.25h4.5l1.5 2h6.5V13z'],
  upload: ['M8 10.5V2M4.75 5.25L8 2l3.25 3.25M2.5 10v3.5h11V10'],
  confirmed: ['M8 1.5l5.5 2v4c0 3.5-2.25 5.75-5.5 7c-3.25-1.25-5.5-3.5-5.5-7v-4zM5.25 8l2 2l3.5-4'],
  partly: ['M8 1.5l5.5 2v4c0 3.5-2.25 5.75-5.5 7c-3.25-1.25-5.5-3.5-5.5-7v-4zM5.25 8h5.5'],
  poor: ['M8 2L1.75 13.5h12.5zM8 6.5v3.25M8 11.5v.25'],
  run: ['M7 2.25a4.75 4.75 0 1 0 0 9.5a4.75 4.75 0 0 0 0-9.5M10.5 10.5L14 14'],
  session: ['M2 2.75h12v8.5H7.75L4.75 14v-2.75H2z'],
  history: ['M8 2a6 6 0 1 0 0 12a6 6 0 0 0 0-12M8 4.75V8l2.25 1.75'],
  library: ['M2.5 2.5h3v11h-3zM5.5 4.5h3v9h-3zM9.75 4l2.25-.75l2.5 9.5l-2.25.75z'],
  briefing: ['M2.5 3.5h11v10h-11zM2.5 6.75h11M5.5 2v3M10.5 2v3'],
  memory: ['M4 2h8v12l-4-3l-4 3z'],
  settings: [
    'M2 4.75h6.5M11.5 4.75H14M2 11.25h2.5M7.5 11.25H14M10 3a1.75 1.75 0 1 0 0 3.5a1.75 1.75 0 0 0 0-3.5M6 9.5a1.75 1.75 0 1 0 0 3.5a1.75 1.75 0 0 0 0-3.5',
  ],
  save: ['M8 2v8.5M4.75 7.25L8 10.5l3.25-3.25M2.5 10v3.5h11V10'],
  share: ['M6.5 9.5l3-3M7 4.75l1.5-1.5a3 3 0 0 1 4.25 4.25L11.25 9M9 11.25l-1.5 1.5A3 3 0 0 1 3.25 8.5L4.75 7'],
  fork: ['M4.5 2v12M4.5 11c0-3.5 7-2 7-6.5V2.25M9.25 4.25L11.5 2l2.25 2.25'],
  compare: ['M2 2.75h4.5v10.5H2zM9.5 2.75H14v10.5H9.5z'],
  copy: ['M5.75 5.75h7.75v7.75H5.75zM10.25 5.75V2.5H2.5v7.75h3.25'],
  stop: ['M4 4h8v8H4z', 'M4 4h8v8H4z'],
  waits: ['M3 11.5c1-1 1.25-2 1.25-4.25a3.75 3.75 0 0 1 7.5 0c0 2.25.25 3.25 1.25 4.25zM6.75 13.75h2.5'],
  add: ['M8 3v10M3 8h10'],
  clip: ['M12.75 7.5L7.5 12.75a3 3 0 0 1-4.25-4.25l5.5-5.5a2 2 0 0 1 2.85 2.85l-5.25 5.25a1 1 0 0 1-1.45-1.45L9.5 5'],
  helpful: [
    'M5.5 7.5l2.5-5a1.5 1.5 0 0 1 1.5 1.5v2.5h3.25a1 1 0 0 1 1 1.2l-1 4.8a1 1 0 0 1-1 .8H5.5zM5.5 7.5H2.5v5.8h3',
  ],
  unhelpful: [
    'M10.5 8.5l-2.5 5a1.5 1.5 0 0 1-1.5-1.5V9.5H3.25a1 1 0 0 1-1-1.2l1-4.8a1 1 0 0 1 1-.8h6.25zM10.5 8.5h3V2.7h-3',
  ],
  edit: ['M2.5 13.5l.75-3L10.5 3l2.5 2.5l-7.5 7.25z'],
  undo: ['M3 8a5 5 0 1 0 1.5-3.5M3 2v3h3'],
  again: ['M13 8a5 5 0 1 1-1.5-3.5M13 2v3h-3'],
  menu: ['M2 4h12M2 8h12M2 12h12'],
  more: [
    '',
    'M3 6.75a1.25 1.25 0 1 0 0 2.5a1.25 1.25 0 0 0 0-2.5M8 6.75a1.25 1.25 0 1 0 0 2.5a1.25 1.25 0 0 0 0-2.5M13 6.75a1.25 1.25 0 1 0 0 2.5a1.25 1.25 0 0 0 0-2.5',
  ],
  left: ['M10 3L5 8l5 5'],
  right: ['M6 3l5 5l-5 5'],
  up: ['M8 13.5V2.5M3.5 7L8 2.5L12.5 7'],
  down: ['M8 2.5v11M3.5 9L8 13.5L12.5 9'],
  minus: ['M3 8h10'],
  done: ['M2.5 8.5l3.5 3.5l7.5-8'],
  doubt: ['M5.5 5.5a2.5 2.5 0 1 1 3.5 2.25c-.75.35-1 .75-1 1.75M8 12.75v.25'],
  remove: ['M2.5 4.25h11M6 4.25V2.5h4v1.75M4 4.25l.75 9.25h6.5L12 4.25M6.75 7v4M9.25 7v4'],
  pin: ['M5 2h6M6 2v4.5L3.75 9.5h8.5L10 6.5V2M8 9.5V14'],
  full: ['', 'M8 3a5 5 0 1 0 0 10a5 5 0 0 0 0-10'],
  half: ['M8 3a5 5 0 1 0 0 10a5 5 0 0 0 0-10', 'M8 3a5 5 0 0 0 0 10z'],
  empty: ['M8 3a5 5 0 1 0 0 10a5 5 0 0 0 0-10'],
  dot: ['', 'M8 6.25a1.75 1.75 0 1 0 0 3.5a1.75 1.75 0 0 0 0-3.5'],
  close: ['M3.5 3.5l9 9M12.5 3.5l-9 9'],
} as const satisfies Record<string, readonly [lines: string, filled?: string]>;

export type IconName = keyof typeof DRAWINGS;

interface IconProps {
  readonly name: IconName;
  /** Of the style sheet. */
  readonly colour?: string;
}

/** For the eye alone: words always stand beside it, or name what it is in. */
export function Icon({ name, colour }: IconProps): JSX.Element {
  const [lines, filled]: readonly [string, string?] = DRAWINGS[name];
  return h(
    'svg',
    {
      class: 'icon',
      style: colour === undefined ? undefined : { color: `var(${colour})` },
      viewBox: '0 0 16 16',
      'aria-hidden': 'true',
    },
    h('path', { d: lines }),
    filled === undefined ? null : h('path', { class: 'filled', d: filled }),
  );
}

/** The kind of a source, in its colour. */
export function SourceIcon(about: Parameters<typeof kindOfSource>[0]): JSX.Element {
  const kind = kindOfSource(about);
  return h(Icon, { name: kind, colour: `--kind-${kind}` });
}
