import { Fragment, h, type JSX, type TargetedEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type DroppedFile, isMeant } from '../models/dropped-files.ts';
import { Button } from './button.ts';
import { DocumentAbout } from './document-about.ts';
import { list } from './lists.ts';
import { follow, usePath } from './router.ts';
import { type RefusedFile, useLibrary, useUploading } from './uploading.ts';
import { useWords } from './words-context.ts';

/** Takes files and folders that are dropped anywhere on the page, and says what becomes of them. */
export function DropAnywhere(): JSX.Element {
  const { library: words } = useWords();
  const isOver = useDropping();
  return h(
    Fragment,
    {},
    isOver ? h('div', { class: 'drop-over', 'aria-hidden': true }, h('p', {}, words.dropNow)) : null,
    h(UploadReport, {}),
  );
}

/** Whether files are held over the page. */
function useDropping(): boolean {
  const { add } = useUploading();
  const [isOver, setIsOver] = useState(false);
  const adding = useRef(add);
  adding.current = add;
  useEffect(() => {
    // Entering a child leaves its parent, so entries are counted.
    let depth = 0;
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent, step: number): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = Math.max(0, depth + step);
      setIsOver(depth > 0);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      depth = 0;
      setIsOver(false);
      void filesOf(event.dataTransfer).then((files) => adding.current(files));
    };
    const listeners = {
      dragenter: (event: DragEvent) => over(event, 1),
      dragleave: (event: DragEvent) => over(event, -1),
      dragover: (event: DragEvent) => over(event, 0),
      drop,
    };
    const names = Object.keys(listeners) as (keyof typeof listeners)[];
    for (const name of names) addEventListener(name, listeners[name]);
    return () => {
      for (const name of names) removeEventListener(name, listeners[name]);
    };
  }, []);
  return isOver;
}

/** How long a report stays that asks for nothing. */
const STAYS_MS = 20_000;

/** What is being sent, and what was not taken: that stays until it is dismissed. */
function UploadReport(): JSX.Element {
  const { library: words, close } = useWords();
  const { phase, sent, total, stored, paths, collection, refused, unreadable, dismiss } = useUploading();
  const report = useRef<HTMLElement>(null);
  const hasGoneWell = phase === 'done' && stored > 0 && refused.length === 0 && unreadable === 0;
  useEffect(() => {
    if (!hasGoneWell) return undefined;
    // A reader who is at it keeps it.
    const timer = setInterval(() => report.current?.matches(':hover, :focus-within') || dismiss(), STAYS_MS);
    return () => clearInterval(timer);
  }, [hasGoneWell]);
  const said = {
    idle: '',
    sending: words.sending(Math.min(sent + 1, total), total),
    reading: words.reading(stored),
    done: stored === 0 ? words.nothingAdded : words.added(stored, collection),
  }[phase];
  // Who has asked meanwhile looks at the answer.
  const isAsked = usePath().startsWith('/sessions/');
  const isShown = phase !== 'idle' && !(hasGoneWell && isAsked);
  return h(
    'section',
    { ref: report, class: isShown ? 'upload-report' : 'hidden', 'aria-label': words.upload },
    h('p', { role: 'status' }, said),
    phase === 'done' && unreadable > 0 ? h('p', { class: 'warning' }, words.unreadable(unreadable)) : null,
    isShown && refused.length > 0 ? h(RefusedFiles, { refused }) : null,
    isShown && hasGoneWell
      ? paths.map((path) => h(DocumentAbout, { key: path, folder: collection, path, folders: [] }))
      : null,
    isShown && phase === 'done'
      ? h(
          'p',
          { class: 'ways' },
          h('a', { href: '/library', onClick: follow }, words.toLibrary),
          h(Button, { act: dismiss }, close),
        )
      : null,
  );
}

/** Of a folder of thousands, as many are named. */
const NAMED = 20;

function RefusedFiles({ refused }: { readonly refused: readonly RefusedFile[] }): JSX.Element {
  const { words, resolve } = useLibrary();
  const button = (file: RefusedFile, label: string, conflict: 'replace' | 'keep-both' | 'refuse') =>
    h(Button, { 'aria-label': `${label}: ${file.path}`, act: () => resolve(file, conflict) }, label);
  return h(
    Fragment,
    {},
    h('p', { class: 'warning' }, words.refused(refused.length)),
    list(
      refused.slice(0, NAMED),
      (file) => [
        h('bdi', {}, file.path),
        h('span', { class: 'quiet' }, `: ${file.isTaken ? words.isTaken : words.reasonOf(file.reason)}`),
        file.isTaken
          ? h(
              'span',
              { class: 'ways' },
              button(file, words.replace, 'replace'),
              button(file, words.keepBoth, 'keep-both'),
              button(file, words.leaveOut, 'refuse'),
            )
          : null,
      ],
      { class: 'refused-files' },
    ),
    refused.length > NAMED ? h('p', { class: 'quiet' }, words.more(refused.length - NAMED)) : null,
  );
}

export interface ChooseProps {
  /** The collection to add to; left out: a folder's own, or that of all uploads. */
  readonly target?: string;
  /** The whole invitation, not only its buttons. */
  readonly isLarge?: boolean;
}

/** A paperclip below a field. */
export function Attach(): JSX.Element {
  const { library: words } = useWords();
  return h(Choosing, { icon: 'clip', label: words.chooseFiles, target: undefined });
}

/** Buttons that open the browser's dialogs, for those who do not drop. */
export function AddDocuments({ target, isLarge = false }: ChooseProps): JSX.Element {
  const { library: words } = useWords();
  return h(
    'div',
    { class: isLarge ? 'add-documents large' : 'add-documents' },
    isLarge ? h('p', {}, h('strong', {}, words.dropHere), h('span', { class: 'about' }, words.kinds)) : null,
    h(Choosing, { icon: 'upload', label: words.chooseFiles, target }),
    h(Choosing, { icon: 'folder', label: words.chooseFolder, target }),
  );
}

interface ChoosingProps {
  /** `folder`: of a whole folder. */
  readonly icon: 'clip' | 'upload' | 'folder';
  readonly label: string;
  readonly target: string | undefined;
}

/** A button that opens a dialog of the browser, and adds what is chosen there. */
function Choosing({ icon, label, target }: ChoosingProps): JSX.Element {
  const { add } = useUploading();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // No attribute of HTML that Preact knows, but of every browser.
    if (icon === 'folder') field.current?.setAttribute('webkitdirectory', '');
  }, []);
  const take = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
    add(chosenFiles(currentTarget.files), target);
    currentTarget.value = '';
  };
  const isSmall = icon === 'clip';
  const input = { type: 'file', multiple: true, hidden: true, tabIndex: -1, 'aria-label': label } as const;
  return h(
    Fragment,
    {},
    h('input', { ...input, ref: field, onChange: take }),
    h(
      Button,
      { icon: icon, class: isSmall ? 'plain attach' : '', title: label, act: () => field.current?.click() },
      h('span', { class: isSmall ? 'hidden' : '' }, label),
    ),
  );
}

/** Entries of a drop: their folders are walked, because the browser lists only what is at the top. */
async function filesOf(transfer: DataTransfer): Promise<DroppedFile[]> {
  // Read before anything is awaited: the transfer is empty afterwards.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return chosenFiles(transfer.files);
  return (await Promise.all(entries.map((entry) => walk(entry)))).flat();
}

/** Of a field for files or for a folder. */
function chosenFiles(files: Iterable<File> | null): DroppedFile[] {
  return [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

async function walk(entry: FileSystemEntry, prefix = ''): Promise<DroppedFile[]> {
  const path = `${prefix}${entry.name}`;
  if (!isMeant({ path })) return [];
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path, file }];
  }
  if (!isFolder(entry)) return [];
  const found: DroppedFile[] = [];
  const reader = entry.createReader();
  // A reader gives a hundred entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    for (const inner of some) found.push(...(await walk(inner, `${path}/`)));
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
