import { type ComponentChildren, type JSX, type TargetedEvent, h } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Overview, RunSetting, ServedSources } from '../api/api-types.ts';
import { type AskDraft, patternsOf, webKey } from '../models/ask-draft.ts';
import { LIMIT_NAMES } from '../models/run-changes.ts';
import { AddDocuments, type ChooseProps } from '../parts/add-documents.ts';
import { useApi } from '../parts/api-context.ts';
import { Button } from '../parts/button.ts';
import { AskBox, sendByKeyboard, useDraft, useSending } from '../parts/composer.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { Menu } from '../parts/menu.ts';
import { follow } from '../parts/router.ts';
import { useUploading } from '../parts/uploading.ts';
import { useWords } from '../parts/words-context.ts';
import { useWork } from '../parts/work-context.ts';
import { FieldProblem, FormProblem, invalidBy, TextField } from './field-problem.ts';
import { Check, Choice, ConversationOptions, type FieldProps, RunOptions } from './run-options.ts';

/** What can be asked here. */
interface Askable {
  readonly sources: ServedSources;
  readonly settings: readonly RunSetting[];
}

/** The first screen: the question, what answers come from, and what was asked before. */
export function AskView(): JSX.Element {
  const words = useWords();
  const api = useApi();
  const [loaded, again] = useLoaded('ask', async () => {
    const [sources, settings] = await Promise.all([api.readSources(), api.readSettings()]);
    return { sources, settings };
  });
  useEffect(() => {
    document.title = `Plumbline – ${words.ask.title}`;
  }, [words]);
  return h(
    'div',
    { class: 'column front' },
    h(Awaited<Askable>, {
      loaded,
      again,
      show: (askable) => h(AskForm, askable),
    }),
  );
}

interface AskFormProps {
  readonly sources: ServedSources;
  readonly settings: readonly RunSetting[];
}

/** The question, and how it is to be answered. */
function AskForm({ sources: first, settings }: AskFormProps): JSX.Element {
  const words = useWords().ask;
  const { draft, change, clear } = useDraft();
  const { settled, version } = useUploading();
  const overview = useOverview(version);
  const sources = presentSources(first, overview);
  const { isSending, refusal, send } = useSending(sources, clear, settled);
  const submit = (event: Event) => {
    event.preventDefault();
    void send(draft);
  };
  const isEmpty = Object.values(sources).flat().length === 0;
  const props = { draft, change, problem: (field: string) => refusal?.fields.get(field) ?? null };
  return h(
    'form',
    { class: 'ask', onSubmit: submit, onKeyDown: sendByKeyboard, noValidate: true },
    h(
      QuestionField,
      props,
      isEmpty ? null : h(SourcesField, { ...props, sources, overview }),
      h(OptionsField, { ...props, settings }),
      h(KindField, props),
      h('button', { type: 'submit', class: 'primary', disabled: isSending }, isSending ? words.sending : words.send),
    ),
    refusal === null ? null : h(FormProblem, { refusal }),
    h(FieldProblem, { field: 'id', problem: props.problem('id') }),
    isEmpty ? h(AddDocuments, { isLarge: true }) : h(Status, { overview }),
    h(Examples, { ...props, questions: overview?.questions ?? [] }),
  );
}

/** What is chosen now and then, folded. */
function OptionsField(props: FieldProps & Pick<AskFormProps, 'settings'>): JSX.Element {
  const words = useWords().ask;
  const isRefused = OPTION_FIELDS.some((field) => props.problem(field) !== null);
  const options = props.draft.kind === 'run' ? h(RunOptions, props) : h(ConversationOptions, props);
  return h(Menu, { icon: 'settings', label: words.options, isOpen: isRefused }, h('div', { class: 'folded' }, options));
}

/** Documents may be dropped while the form is open. */
function presentSources(first: ServedSources, overview: Overview | null): ServedSources {
  return overview === null ? first : { ...first, documents: overview.folders.map(({ name }) => name) };
}

/** What else can be done here, and what cannot be read. */
function Status({ overview }: { readonly overview: Overview | null }): JSX.Element {
  const { ask: words, library } = useWords();
  const folders = overview?.folders ?? [];
  const unreadable = total(folders, 'unreadable');
  const faults = [
    ...(unreadable === 0 ? [] : [words.unreadable(unreadable)]),
    ...folders.filter(({ documents }) => documents === null).map(({ name }) => words.missing(name)),
  ];
  return h(
    'p',
    { class: 'status quiet' },
    library.dropHere,
    faults.length === 0 ? null : [' · ', h('a', { href: '/library', onClick: follow }, faults.join(', '))],
  );
}

/** Questions that the documents answer, until something is typed or was ever asked; a click fills the field. */
function Examples({ draft, change, questions }: FieldProps & Pick<Overview, 'questions'>): JSX.Element | null {
  const words = useWords().ask;
  const { loaded } = useWork();
  const isFirst = loaded.state === 'loaded' && loaded.value.length === 0;
  if (!isFirst || draft.question !== '' || questions.length === 0) return null;
  const fill = (question: string) => () => {
    change({ question });
    document.getElementById('question')?.focus();
  };
  return h(
    'div',
    { class: 'examples', role: 'group', 'aria-label': words.examples },
    h('p', { class: 'quiet' }, words.examples),
    questions.map((question) => h(Button, { key: question, act: fill(question) }, question)),
  );
}

/** What lies in a fold can be refused. */
const OPTION_FIELDS = ['clarify', 'preset', ...LIMIT_NAMES.map((name) => `limits.${name}`)];

function total(folders: Overview['folders'], of: 'documents' | 'unreadable'): number {
  return folders.reduce((sum, folder) => sum + (folder[of] ?? 0), 0);
}

function countOf(overview: Overview | null, name: string): number | null {
  return overview?.folders.find((folder) => folder.name === name)?.documents ?? null;
}

/** Documents in the folders that were not taken out; null: not known. */
function counted(overview: Overview | null, { leftOut }: AskDraft): number | null {
  const used = overview?.folders.filter(({ name }) => !leftOut.includes(name)) ?? null;
  return used === null ? null : total(used, 'documents');
}

/** Null until it is known; asking does not wait for it. */
function useOverview(version: number): Overview | null {
  const api = useApi();
  const [loaded] = useLoaded(`overview ${version}`, () => api.readOverview());
  return loaded.state === 'loaded' ? loaded.value : null;
}

/** A research run, or a conversation. */
function KindField({ draft, change }: FieldProps): JSX.Element {
  const words = useWords().ask;
  return h(Choice<'run' | 'conversation'>, {
    name: 'kind',
    legend: words.kind,
    chosen: draft.kind,
    options: [
      { value: 'conversation', ...words.conversation },
      { value: 'run', ...words.run },
    ],
    choose: (kind) => change({ kind }),
  });
}

/** What is asked. */
function QuestionField({
  draft,
  change,
  problem,
  children,
}: FieldProps & { readonly children?: ComponentChildren }): JSX.Element {
  const words = useWords().ask;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const invalid = invalidBy('question', problem('question'));
  const write = ({ currentTarget }: TargetedEvent<HTMLTextAreaElement>) => change({ question: currentTarget.value });
  const input = { id: 'question', ref: field, rows: 2, placeholder: words.example, value: draft.question };
  return h(
    'div',
    { class: 'question' },
    h('h1', {}, h('label', { for: 'question' }, words.question)),
    h('p', { class: 'purpose' }, words.about),
    h(AskBox, { field: { ...input, ...invalid, onInput: write } }, children),
    h(FieldProblem, { field: 'question', problem: problem('question') }),
  );
}

type SourcesProps = FieldProps & { readonly sources: ServedSources; readonly overview: Overview | null };

/** The folders, catalogues and the web, as far as the server allows them, folded to their number. */
function SourcesField(props: SourcesProps): JSX.Element {
  const words = useWords().ask;
  const { draft, change, problem, sources, overview } = props;
  const { documents, catalogues, web } = sources;
  const named = draft.kind === 'run' ? documents : [...documents, ...catalogues];
  const shown = [
    ...named.map((name) => ({ key: name, label: words.folder(name, countOf(overview, name)) })),
    ...web.map((name) => ({ key: webKey(name), label: words.web(name) })),
  ];
  const toggle = (key: string) => change({ leftOut: withOrWithout(draft.leftOut, key) });
  const isRefused = ['sources', 'include', 'exclude'].some((field) => problem(field) !== null);
  const patterns = patternsOf(draft.include) ?? [];
  const isChosen = patterns.length > 0 && patterns.every((pattern) => pattern.startsWith('/')) && draft.exclude === '';
  const isNarrowed = !isChosen && draft.include + draft.exclude !== '';
  const hasOthers = shown.length > documents.length;
  const used = shown.filter(({ key }) => !draft.leftOut.includes(key)).length;
  const inAll = words.within(used, shown.length, hasOthers ? null : counted(overview, draft));
  return h(
    Menu,
    { icon: 'folder', label: isChosen ? words.only(patterns) : inAll, isOpen: isRefused || isNarrowed },
    h(
      'fieldset',
      {},
      h('legend', { class: 'hidden' }, words.sources),
      h(
        'div',
        { class: 'checks' },
        shown.map(({ key, label }) =>
          h(Check, { key, label, isOn: !draft.leftOut.includes(key), toggle: () => toggle(key) }),
        ),
      ),
      h(FieldProblem, { field: 'sources', problem: problem('sources') }),
    ),
    isChosen ? h(Button, { act: () => change({ include: '', leftOut: [] }) }, words.everything) : null,
    h('div', {}, h<ChooseProps>(AddDocuments, {})),
    documents.length === 0 ? null : h(FilesField, props),
  );
}

function withOrWithout(keys: readonly string[], key: string): string[] {
  const others = keys.filter((other) => other !== key);
  return others.length < keys.length ? others : [...others, key];
}

/** Patterns of the files of the folders that are read, and of those that are not. */
function FilesField({ draft, change, problem }: FieldProps): JSX.Element {
  const words = useWords().ask;
  const field = (name: 'include' | 'exclude') => {
    const props = { field: name, label: words[name], value: draft[name], placeholder: '', problem: problem(name) };
    return h(TextField, { key: name, ...props, write: (typed) => change({ [name]: typed }) });
  };
  return h(
    'div',
    { class: 'files-field' },
    h('div', { class: 'inputs' }, field('include'), field('exclude')),
    h('p', { class: 'about' }, words.patterns),
  );
}
