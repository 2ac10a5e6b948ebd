import { type ComponentChildren, h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Bars, Steps } from '../models/pictures.ts';
import { messageOf } from '../parts/loading.ts';
import { Table } from '../parts/table.ts';
import { useWords } from '../parts/words-context.ts';
import type { AxisWords } from './chart-drawing.ts';

interface PictureProps {
  readonly heading: string;
  /** What the picture shows, in a sentence: also its name for who does not see it. */
  readonly told: string;
  /** Null: there is nothing to draw. */
  readonly picture: Bars | Steps | null;
  /** What the colours of bars of several parts stand for. */
  readonly parts?: readonly string[];
  readonly axes?: AxisWords;
  readonly columns: readonly string[];
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly ComponentChildren[])[];
  readonly children?: ComponentChildren;
}

/** A picture with its heading, a sentence, and a table of the same figures. */
export function Picture({
  heading,
  told,
  picture,
  parts = [],
  axes,
  columns,
  rows,
  children,
}: PictureProps): JSX.Element {
  const { pictures } = useWords();
  return h(
    'figure',
    { class: 'picture' },
    h('h3', {}, heading),
    h('p', { class: 'told' }, told),
    children,
    picture === null ? null : h(Drawing, { picture, name: told, axes: axes ?? PLAIN }),
    parts.length === 0 || picture === null ? null : h('ul', { class: 'legend', 'aria-hidden': true }, parts.map(Part)),
    rows.length === 0
      ? null
      : h('details', {}, h('summary', {}, pictures.table), h(Table, { caption: heading, columns, rows })),
  );
}

const PLAIN: AxisWords = { x: String, y: String };

function Part(name: string, index: number): JSX.Element {
  return h('li', { key: name, class: `part-${'ab'[index]}` }, name);
}

/** The library is loaded with the first picture. */
function Drawing({
  picture,
  name,
  axes,
}: {
  readonly picture: Bars | Steps;
  readonly name: string;
  readonly axes: AxisWords;
}): JSX.Element {
  const words = useWords();
  const place = useRef<HTMLDivElement>(null);
  const [fault, setFault] = useState('');
  useEffect(() => {
    let isShown = true;
    let remove = (): void => undefined;
    import('./chart-drawing.ts').then(
      ({ draw }) => {
        if (isShown && place.current !== null) remove = draw(place.current, picture, axes);
      },
      (error: unknown) => isShown && setFault(messageOf(error)),
    );
    return () => {
      isShown = false;
      remove();
    };
  }, [name]);
  if (fault !== '') return h('p', { class: 'quiet', role: 'alert' }, words.failed(fault));
  return h('div', { ref: place, class: `drawing ${picture.form}`, role: 'img', 'aria-label': name });
}
