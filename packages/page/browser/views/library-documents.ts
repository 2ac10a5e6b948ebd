import { createContext, h, type JSX } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { Library, LibraryDocument } from '../api/api-types.ts';
import { draftAsking, keepDraft } from '../models/ask-draft.ts';
import { tagsOf } from '../models/document-text.ts';
import { Ago } from '../parts/ago.ts';
import { Button, SignButton } from '../parts/button.ts';
import { SourceIcon } from '../parts/icon.ts';
import { Awaited, type Loaded, useLoaded } from '../parts/loading.ts';
import { go } from '../parts/router.ts';
import { SendingFault, useSending } from '../parts/sending.ts';
import { useUndo } from '../parts/undo.ts';
import { useLibrary } from '../parts/uploading.ts';
import { useWords } from '../parts/words-context.ts';
import { DocumentReader, NoteForm } from '../read/document-reader.ts';

/** More than anybody reads; a search finds the others. */
const SHOWN = 200;

export interface DocumentsProps {
  readonly folder: Library['folders'][number];
  readonly search: string;
  /** Looks for something else. */
  readonly find: (search: string) => void;
  /** Names of all. */
  readonly folders: readonly string[];
}

interface Chosen {
  readonly folder: DocumentsProps['folder'];
  readonly document: LibraryDocument;
}

/** Documents that are ticked. */
export interface Choice {
  readonly chosen: readonly Chosen[];
  readonly choose: (chosen: readonly Chosen[]) => void;
}

export const ChoiceContext = createContext<Choice>({ chosen: [], choose: () => undefined });

/** Of a folder or a document, while it is being deleted. */
export function keyOf(folder: string, path = ''): string {
  return `library ${folder}/${path}`;
}

/** What can be done with several documents at once. */
export function ChosenDocuments({ folders }: Pick<DocumentsProps, 'folders'>): JSX.Element | null {
  const { library: words } = useWords();
  const { chosen, choose } = useContext(ChoiceContext);
  const erase = useErasing();
  if (chosen.length === 0) return null;
  const ask = () => {
    keepDraft(
      draftAsking(
        chosen.map(({ folder, document: { path } }) => ({ folder: folder.name, path })),
        folders,
      ),
    );
    go('/');
  };
  const canErase = chosen.every(({ folder }) => folder.canChange);
  return h(
    'section',
    { class: 'chosen-documents', 'aria-label': words.chosenAll },
    h('p', { role: 'status' }, words.chosenCount(chosen.length)),
    h(Button, { class: 'primary', act: ask }, words.askThese(chosen.length)),
    h(TagForm, { chosen }),
    canErase ? h(Button, { icon: 'remove', act: () => erase(chosen) }, words.remove) : null,
    h(SignButton, { icon: 'close', label: words.chooseNone, act: () => choose([]) }),
  );
}

/** A tag is a note of one word. */
function TagForm({ chosen }: Pick<Choice, 'chosen'>): JSX.Element {
  const { words, api, changed } = useLibrary();
  const { attempt, error } = useSending();
  const send = (written: string) =>
    attempt(async () => {
      const text = `#${written.replace(/^#/, '').replaceAll(/\s+/g, '-')}`;
      for (const {
        folder,
        document: { path },
      } of chosen) {
        await api.changeNotes({ folder: folder.name, path }, { add: [{ text, place: null }] });
      }
      changed();
    });
  return h('div', {}, h(NoteForm, { label: words.tag, button: words.addTag, send }), h(SendingFault, { error }));
}

/** Removes documents, unless that is taken back. */
function useErasing(): (chosen: readonly Chosen[]) => void {
  const { words, api, changed } = useLibrary();
  const { remove } = useUndo();
  const { choose } = useContext(ChoiceContext);
  return (chosen) => {
    const names = chosen.map(({ folder: { name }, document: { path } }) => [name, fileOf(path)] as const);
    const files = new Map(names.map(([name, file]) => [keyOf(name, file), [name, file] as const]));
    const [[, only = ''] = []] = files.values();
    const act = async () => {
      for (const file of files.values()) await api.removeDocument(...file);
      changed();
      // They leave the search index, too.
      for (const name of new Set(names.map(([folder]) => folder))) void api.readCollection(name).catch(() => null);
    };
    choose([]);
    const isOne = files.size === 1;
    remove({
      keys: [...files.keys()],
      said: isOne ? words.removed(only) : words.removedMany(files.size),
      says: isOne ? words.removes(only) : words.removesMany,
      act,
    });
  };
}

interface Listed {
  readonly total: number;
  readonly documents: readonly LibraryDocument[];
}

/** The documents of a folder; what is new in one that the reader can change is read at once. */
export function Documents({ folder, search, ...others }: DocumentsProps): JSX.Element {
  const { words, api, version } = useLibrary();
  const { runs } = useWords();
  const { isGone } = useUndo();
  const load = () => api.listDocuments(folder.name, { search, limit: SHOWN });
  const [loaded, again] = useLoaded(`${folder.name}\n${search}`, load, version);
  const { isReading, read } = useReading(folder, loaded);
  const show = ({ total, documents }: Listed) => {
    if (total === 0) return h('p', { class: 'quiet' }, search === '' ? words.none : runs.noMatch);
    const shown = documents.filter(({ path }) => !isGone(keyOf(folder.name, fileOf(path))));
    return [
      read === null ? null : h(Button, { key: 'read', icon: 'again', disabled: isReading, act: read }, words.readNow),
      h(ChooseAll, { key: 'all', folder, documents: shown }),
      h(
        'ul',
        { key: 'list', class: 'documents' },
        shown.map((each) => h(Document, { key: each.path, folder, document: each, isReading, ...others })),
      ),
      documents.length < total ? h('p', { key: 'count', class: 'quiet' }, words.found(documents.length, total)) : null,
    ];
  };
  return h(Awaited<Listed>, { loaded, again, show });
}

/** @returns a way to read what is new, where somebody has to want it; null: there is nothing, or it is being read */
function useReading({ name, canChange }: DocumentsProps['folder'], loaded: Loaded<Listed>) {
  const { api, changed } = useLibrary();
  const [isReading, setReading] = useState(false);
  const tried = useRef(new Set<string>());
  const isNew = ({ state }: LibraryDocument) => state === 'new' || state === 'changed';
  const fresh = loaded.state === 'loaded' ? loaded.value.documents.filter(isNew) : [];
  const read = async () => {
    for (const { path } of fresh) tried.current.add(path);
    setReading(true);
    // What could not be read stays as it is; an answer tries it again.
    const isRead = await api.readCollection(name).then(
      () => true,
      () => false,
    );
    setReading(false);
    if (isRead) changed();
  };
  const untried = fresh.filter(({ path }) => !tried.current.has(path)).length;
  useEffect(() => {
    if (canChange && untried > 0 && !isReading) void read();
  }, [untried]);
  return { isReading, read: canChange || untried === 0 ? null : read };
}

function ChooseAll({
  folder,
  documents,
}: Pick<DocumentsProps, 'folder'> & Pick<Listed, 'documents'>): JSX.Element | null {
  const { library: words } = useWords();
  const { chosen, choose } = useContext(ChoiceContext);
  const others = chosen.filter((each) => each.folder.name !== folder.name);
  const isOn = chosen.length - others.length === documents.length;
  const toggle = () => choose(isOn ? others : [...others, ...documents.map((document) => ({ folder, document }))]);
  if (documents.length < 2) return null;
  return h(
    'label',
    { class: 'choose-all quiet' },
    h('input', { type: 'checkbox', checked: isOn, onChange: toggle }),
    words.chooseAll,
  );
}

interface DocumentProps extends Omit<DocumentsProps, 'search'>, Chosen {
  /** What is new in its folder is being read. */
  readonly isReading: boolean;
}

function Document(props: DocumentProps): JSX.Element {
  const { library: words } = useWords();
  const { folder, document: shown } = props;
  const { path, address, reason, state } = shown;
  const { chosen, choose } = useContext(ChoiceContext);
  const erase = useErasing();
  const file = fileOf(path);
  const isAlone = file === path;
  const label = isAlone ? words.remove : words.removeArchive(file);
  const others = chosen.filter((each) => each.folder.name !== folder.name || each.document.path !== path);
  const isChosen = others.length < chosen.length;
  const toggle = () => choose(isChosen ? others : [...others, { folder, document: shown }]);
  return h(
    'li',
    { class: state === 'unreadable' ? 'document unreadable' : 'document' },
    h('input', { type: 'checkbox', 'aria-label': words.choose(path), checked: isChosen, onChange: toggle }),
    h(
      'div',
      {},
      h(Name, props),
      h(Facts, props),
      h(Tags, props),
      address === null ? null : h('p', { class: 'quiet' }, h('a', { href: address, rel: 'noreferrer' }, address)),
      reason === null ? null : h('p', { class: 'warning' }, words.reasonOf(reason)),
    ),
    folder.canChange
      ? h(
          Button,
          {
            icon: 'remove',
            class: 'plain',
            'aria-label': isAlone ? `${label}: ${file}` : label,
            act: () => erase([props]),
          },
          label,
        )
      : null,
  );
}

/** The members of an archive go with it. */
function fileOf(path: string): string {
  return /^(.*?\.zip)\//iu.exec(path)?.[1] ?? path;
}

/** Tags, which find all that have them, and how much else was noted. */
function Tags({ document: { notes }, find }: DocumentProps): JSX.Element | null {
  const { library: words } = useWords();
  const tags = tagsOf(notes);
  const others = notes.filter(({ text }) => !/^#\S+$/.test(text)).length;
  if (notes.length === 0) return null;
  return h(
    'p',
    { class: 'tags quiet' },
    tags.map((tag) => h(Button, { key: tag, class: 'chip', act: () => find(tag) }, tag)),
    others === 0 ? null : h('span', {}, words.noteCount(others)),
  );
}

/** Opens the document as wide as the window. */
function Name({ folder, document: shown, folders }: DocumentProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const { path, title, address, state } = shown;
  const called = title === null || title === path ? null : h('bdi', { class: 'quiet' }, title);
  const names = [h('bdi', {}, path), called];
  const opened = { folder: folder.name, document: shown, folders, close: () => setOpen(false) };
  return h(
    'div',
    { class: 'document-name' },
    h(SourceIcon, { source: null, locator: address ?? path }),
    state === 'read' ? h(Button, { class: 'plain opens', act: () => setOpen(true) }, names) : h('span', {}, names),
    isOpen ? h(DocumentReader, opened) : null,
  );
}

function Facts({ document: shown, isReading }: Pick<DocumentProps, 'document' | 'isReading'>): JSX.Element {
  const { library: words, language: ofPage } = useWords();
  const { format, pages, recognisedPages, language, readAt, state } = shown;
  const isNew = state === 'new' || state === 'changed';
  const facts = [
    format,
    pages === null ? null : words.pages(pages),
    recognisedPages === 0 ? null : words.recognised(recognisedPages),
    language === null || !/^[a-z]{2}$/.test(language)
      ? null
      : (new Intl.DisplayNames(ofPage, { type: 'language' }).of(language) ?? null),
    state === 'read' ? null : isNew && isReading ? words.beingRead : words.states[state],
  ].filter((fact) => fact !== null);
  return h(
    'p',
    { class: 'quiet' },
    facts.join(' · '),
    state === 'read'
      ? [facts.length === 0 ? '' : ' · ', `${words.states.read} `, readAt === null ? null : h(Ago, { time: readAt })]
      : null,
  );
}
