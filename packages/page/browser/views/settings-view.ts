import { h, type JSX, type TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { DraftValues } from '../api/api-client.ts';
import type { ChangedConfiguration, Configuration, Outcome } from '../api/api-types.ts';
import { useApi } from '../parts/api-context.ts';
import { Button } from '../parts/button.ts';
import { list } from '../parts/lists.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { View } from '../parts/router.ts';
import { SendingFault, useSending } from '../parts/sending.ts';
import { useWords } from '../parts/words-context.ts';
import type { SettingsWords } from '../words/settings-words.ts';

type VariableName = keyof SettingsWords['labels'];
type TriedPart = keyof SettingsWords['groups'];

/** What is tried together. */
const GROUPS: readonly (readonly [TriedPart, readonly VariableName[]])[] = [
  ['model', ['OPENAI_BASE_URL', 'PLUMBLINE_MODEL', 'model.small']],
  ['embeddings', ['PLUMBLINE_EMBEDDING_BASE_URL', 'PLUMBLINE_EMBEDDING_MODEL']],
  ['sources', ['SEARXNG_URL']],
  ['scans', ['PLUMBLINE_OCR']],
  ['notifications', ['notify.to', 'page.url']],
];

/** What the server works with: to see, try and change. */
export function SettingsView(): JSX.Element {
  const { settings: words } = useWords();
  const api = useApi();
  const [loaded, again] = useLoaded('configuration', () => api.readConfiguration());
  return h(
    View,
    { heading: words.heading },
    h(Awaited<Configuration>, { loaded, again, show: (first) => h(SettingsForm, { first }) }),
  );
}

function SettingsForm({ first }: { readonly first: Configuration }): JSX.Element {
  const { settings: words } = useWords();
  const api = useApi();
  const { isSending, error, send } = useSending();
  const [shown, setShown] = useState(first);
  const [draft, setDraft] = useState<DraftValues>(() => changeable(first));
  const [saved, setSaved] = useState<ChangedConfiguration['worker'] | null>(null);
  const write = (name: string, value: string) => {
    setSaved(null);
    setDraft({ ...draft, [name]: value });
  };
  const save = (values: DraftValues) => {
    setSaved(null);
    send(async () => {
      const { worker, ...changed } = await api.saveConfiguration(values);
      setShown(changed);
      setDraft(changeable(changed));
      setSaved(worker);
    });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    save(draft);
  };
  return h(
    'form',
    { class: 'fields settings', onSubmit: submit },
    h(Found, { ...shown, isSending, use: (values) => save({ ...draft, ...values }) }),
    GROUPS.map(([part, names]) => h(Group, { key: part, part, names, shown, draft, write })),
    h('button', { type: 'submit', class: 'primary', disabled: isSending }, words.save),
    h('p', { role: 'status' }, saved === null ? '' : words.saved[saved]),
    h(SendingFault, { error }),
    h(Keys, { secrets: shown.secrets }),
  );
}

interface FoundProps extends Pick<Configuration, 'found' | 'variables'> {
  readonly isSending: boolean;
  readonly use: (values: DraftValues) => void;
}

/** Model servers on this machine, each to be used at a click. */
function Found({ found, variables, isSending, use }: FoundProps): JSX.Element | null {
  const { settings: words } = useWords();
  const isSet = variables.some(({ name, value }) => name === 'PLUMBLINE_MODEL' && value !== null);
  const models = found.flatMap(({ server, baseURL, chat }) => {
    if (chat === null) return [];
    const values = { OPENAI_BASE_URL: baseURL, PLUMBLINE_MODEL: chat };
    const attributes = { class: 'primary', disabled: isSending, act: () => use(values) };
    return [[h('p', {}, words.found(server, chat)), h(Button, attributes, words.useIt)]];
  });
  if (models.length === 0) return isSet ? null : h('p', { class: 'quiet' }, words.noneFound);
  return list(models, (model) => model, { class: 'found-models' });
}

/** What the environment sets cannot be changed here. */
function changeable({ variables }: Configuration): DraftValues {
  const own = variables.filter(({ source }) => source !== 'environment');
  return Object.fromEntries(own.map(({ name, value }) => [name, value]));
}

interface GroupProps {
  readonly part: TriedPart;
  readonly names: readonly VariableName[];
  readonly shown: Configuration;
  readonly draft: DraftValues;
  readonly write: (name: string, value: string) => void;
}

/** Fields, and whether what is in them works. */
function Group({ part, names, shown, draft, write }: GroupProps): JSX.Element {
  const { settings: words } = useWords();
  const api = useApi();
  const { isSending, error, send } = useSending();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const attempt = () => {
    setOutcome(null);
    send(async () => setOutcome(await api.tryConfiguration(part, draft)));
  };
  return h(
    'fieldset',
    {},
    h('legend', {}, words.groups[part]),
    names.map((name) => {
      const variable = shown.variables.find((one) => one.name === name);
      return variable === undefined ? null : h(Field, { key: name, name, variable, typed: draft[name] ?? '', write });
    }),
    h(
      Button,
      { disabled: isSending, 'aria-label': `${words.tryIt}: ${words.groups[part]}`, act: attempt },
      words.tryIt,
    ),
    h('div', { role: 'status' }, isSending ? h('p', { class: 'quiet' }, words.trying) : h(Tried, { part, outcome })),
    h(SendingFault, { error }),
  );
}

interface TriedProps extends Pick<GroupProps, 'part'> {
  readonly outcome: Outcome | null;
}

/** What came of it; the words of `doctor`, which are English, below. */
function Tried({ part, outcome: tried }: TriedProps): JSX.Element | null {
  const { settings: words } = useWords();
  if (tried === null) return null;
  const { ok, outcome, detail, remedy } = tried;
  return h(
    'div',
    { class: ok ? '' : 'warning' },
    h('p', {}, h('strong', {}, ok ? words.works : words.fails), ` ${words.outcomes[part][outcome]}`),
    h('p', { class: 'quiet' }, `${words.literally}: `, h('q', { lang: 'en' }, detail)),
    remedy === null ? null : h('p', {}, words.remedies[part]),
  );
}

interface FieldProps extends Pick<GroupProps, 'write'> {
  readonly name: VariableName;
  readonly variable: Configuration['variables'][number];
  readonly typed: string;
}

/** A value, and where it comes from. */
function Field({ name, variable: { value, source }, typed, write }: FieldProps): JSX.Element {
  const { settings: words } = useWords();
  const isFixed = source === 'environment';
  return h(
    'div',
    { class: 'setting' },
    h('label', { for: name }, words.labels[name]),
    h('input', {
      id: name,
      type: name.endsWith('_URL') ? 'url' : 'text',
      autocomplete: 'off',
      spellcheck: false,
      maxLength: 2_000,
      readOnly: isFixed,
      value: isFixed ? (value ?? '') : typed,
      'aria-describedby': `${name}-source`,
      onInput: ({ currentTarget }: TargetedEvent<HTMLInputElement>) => write(name, currentTarget.value),
    }),
    h('p', { class: 'quiet', id: `${name}-source` }, words.sources[source](name, words.unset[name])),
  );
}

/** Whether each is set; never what it is. */
function Keys({ secrets }: Pick<Configuration, 'secrets'>): JSX.Element {
  const { settings: words } = useWords();
  return h(
    'section',
    { 'aria-labelledby': 'keys' },
    h('h2', { id: 'keys' }, words.keys),
    h('p', { class: 'quiet' }, words.about),
    h('p', { class: 'quiet' }, words.keysAbout),
    list(secrets, ({ name, isSet }) => [h('code', {}, name), `: ${words.isSet(isSet)}`]),
  );
}
