import { h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiFailure, UNAUTHORISED } from '../api/api-requests.ts';
import { enterSignIn, enterToken, LOGIN, savedToken, useSignedIn } from './api-context.ts';
import { Button } from './button.ts';
import { show, View } from './router.ts';
import { useWords } from './words-context.ts';

/** In this tab: where somebody was before the way to the issuer. */
const BACK = 'plumbline-back';

/** Asks who it is: at the issuer, or by a token. @param fault why it did not work before */
export function SignIn({ onToken, fault = null }: { readonly onToken: () => void; readonly fault?: unknown }) {
  const { signIn } = useWords();
  const { hasEnded } = useSignedIn();
  const issuer = useIssuer();
  if (issuer === undefined) return h('div', { class: 'sign-in' });
  if (issuer === null) return h('div', { class: 'sign-in' }, h('p', {}, signIn.tokenNeeded), h(TokenForm, { onToken }));
  return h(
    'div',
    { class: 'sign-in' },
    fault === null ? h('p', {}, hasEnded ? signIn.ended : signIn.needed) : null,
    h(IssuerButton, { issuer, before: fault }),
    h('details', {}, h('summary', {}, signIn.byToken), h('p', {}, signIn.keptInTab), h(TokenForm, { onToken })),
  );
}

/** Above a view that is still there, so that nothing in it is lost. */
export function SignInEnded(): JSX.Element | null {
  const { signIn } = useWords();
  const { hasEnded } = useSignedIn();
  return hasEnded ? h('div', { class: 'sign-in-ended', role: 'alert' }, h('p', {}, signIn.ended), h(Again, {})) : null;
}

function Again(): JSX.Element | null {
  const issuer = useIssuer() ?? null;
  return issuer === null ? null : h(IssuerButton, { issuer, before: null });
}

/** Null: people have a token, or the server does not say; undefined: it was not asked yet. */
function useIssuer(): string | null | undefined {
  const [issuer, setIssuer] = useState<string | null>();
  useEffect(() => {
    void LOGIN.issuer().then(setIssuer, () => setIssuer(null));
  }, []);
  return issuer;
}

interface IssuerProps {
  readonly issuer: string;
  /** Why it did not work before; null: it was not tried. */
  readonly before: unknown;
}

function IssuerButton({ issuer, before }: IssuerProps): JSX.Element {
  const { signIn } = useWords();
  const [fault, setFault] = useState<unknown>(before);
  const begin = async () => {
    setFault(null);
    try {
      const address = await LOGIN.start();
      const { pathname, search, hash } = location;
      if (pathname !== '/login') sessionStorage.setItem(BACK, pathname + search + hash);
      location.assign(address);
    } catch (error) {
      setFault(error);
    }
  };
  return h(
    'div',
    {},
    fault === null ? null : h('p', { class: 'warning', role: 'alert' }, faultIn(fault, issuer, signIn)),
    h(Button, { class: 'primary', act: () => begin() }, signIn.with(issuer)),
  );
}

type SignInWords = ReturnType<typeof useWords>['signIn'];

function faultIn(error: unknown, issuer: string, { faults }: SignInWords): string {
  const detail = error instanceof Error ? error.message : String(error);
  switch (error instanceof ApiFailure ? error.status : 0) {
    case 400:
      return faults.over;
    case UNAUTHORISED:
      return faults.token(detail);
    case 403:
      return faults.refused(issuer);
    case 503:
      return faults.away(issuer);
    default:
      return faults.other(detail);
  }
}

/** Where the issuer sends the browser back to. */
export function LoginView(): JSX.Element {
  const words = useWords();
  const [query] = useState(location.search);
  const [fault, setFault] = useState<unknown>(null);
  const isOpen = query === '' || fault !== null;
  useEffect(() => {
    // What is in the address works once, and is nothing to keep.
    history.replaceState(null, '', '/login');
    if (query === '') return;
    LOGIN.finish(query).then((signedIn) => {
      enterSignIn(signedIn);
      goBack();
    }, setFault);
  }, []);
  return h(
    View,
    { heading: words.signIn.heading },
    isOpen ? h(SignIn, { onToken: goBack, fault }) : h('p', { class: 'quiet', role: 'status' }, words.loading),
  );
}

function goBack(): void {
  const path = sessionStorage.getItem(BACK) ?? '/';
  sessionStorage.removeItem(BACK);
  show(path);
}

function TokenForm({ onToken }: { readonly onToken: () => void }): JSX.Element {
  const { signIn } = useWords();
  const field = useRef<HTMLInputElement>(null);
  // The server has refused it.
  const [isWrong] = useState(savedToken() !== null);
  const submit = (event: Event) => {
    event.preventDefault();
    enterToken(field.current?.value.trim() ?? '');
    onToken();
  };
  return h(
    'form',
    { class: 'token', onSubmit: submit },
    isWrong ? h('p', { class: 'warning', role: 'alert' }, signIn.wrongToken) : null,
    h(
      'label',
      {},
      signIn.token,
      h('input', { ref: field, type: 'password', autocomplete: 'off', required: true, 'aria-invalid': isWrong }),
    ),
    h('button', { type: 'submit' }, signIn.enter),
  );
}
