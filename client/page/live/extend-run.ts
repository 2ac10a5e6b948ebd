import { h, type JSX, type TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { ResearchLimits } from '../../../workflows/contracts/research-request.ts';
import { changedLimits, LIMIT_NAMES, type TypedLimits } from '../models/run-limits.ts';
import { useApi } from '../parts/api-context.ts';
import { useWords } from '../parts/words-context.ts';
import { Confirmed } from './confirmed.ts';

/** Raises limits of a run. */
export function ExtendRun({
  researchId,
  limits,
}: {
  readonly researchId: string;
  readonly limits: ResearchLimits;
}): JSX.Element {
  const { live, language } = useWords();
  const api = useApi();
  const [typed, setTyped] = useState<TypedLimits>({});
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  // Where there is no limit, none can be raised.
  const names = LIMIT_NAMES.filter((name) => limits[name] !== null);
  const act = async () => {
    const changed = changedLimits(typed, limits);
    if (Object.keys(changed).length === 0) throw new Error(live.extend.nothing);
    const taken = await api.extendRun(researchId, changed);
    setTyped({});
    return taken;
  };
  return h(
    Confirmed,
    { words: live.extend, act },
    h(
      'div',
      { class: 'fields' },
      names.map((name) =>
        h(LimitField, {
          key: name,
          label: live.limits[name],
          present: live.extend.present(format.format(limits[name] ?? 0)),
          text: typed[name] ?? '',
          setText: (text) => setTyped({ ...typed, [name]: text }),
        }),
      ),
    ),
  );
}

interface LimitFieldProps {
  readonly label: string;
  readonly present: string;
  readonly text: string;
  readonly setText: (text: string) => void;
}

function LimitField({ label, present, text, setText }: LimitFieldProps): JSX.Element {
  return h(
    'label',
    {},
    label,
    h('input', {
      type: 'number',
      min: 0,
      step: 'any',
      value: text,
      placeholder: present,
      onInput: ({ currentTarget }: TargetedEvent<HTMLInputElement>) => setText(currentTarget.value),
    }),
  );
}
