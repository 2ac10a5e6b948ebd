import { describe, expect, it } from 'vitest';
import { reasonOfEmptyPage, standInReason } from '../../pages/stand-in.ts';

const CHECK = 'shows a check for programs instead of its content';
const LOGIN = 'asks for a login instead of its content';
const CONSENT = 'asks for consent instead of showing its content';
const GONE = 'says that it does not exist, with status 200';
const PROGRAM = 'needs a browser that runs its program';

const PASSWORD_FORM =
  '<form><label>E-Mail</label><input type="email"><input type="password"><button>OK</button></form>';
const ARTICLE =
  'The lamp of the harbour burns for nine hours. The keeper trims its wick at noon and writes the oil into the log, which the harbour office reads once a week and keeps for ten years.';

/** The reason for a page; its tags make no words. */
function reasonOf(body: string, title = 'Lamp'): string | null {
  const text = body.replaceAll(/<script[^]*?<\/script>/g, ' ').replaceAll(/<[^<>]*>/g, ' ');
  return standInReason(`<html><head><title>${title}</title></head><body>${body}</body></html>`, text);
}

describe('a stand-in for a page', () => {
  it.each([
    ['a password field', `<h1>Lampen</h1>${PASSWORD_FORM}`, LOGIN],
    ['a password field with Japanese words', `<h1>会員</h1><p>続けるには認証してください</p>${PASSWORD_FORM}`, LOGIN],
    ['a French request to log in', '<p>Veuillez vous connecter pour lire la suite.</p>', LOGIN],
    ['a Spanish request to log in', '<p>Por favor, inicie sesión para leer este artículo.</p>', LOGIN],
    ['a Polish request to log in', '<p>Proszę się zalogować.</p><p>Proszę: zaloguj się.</p>', LOGIN],
    [
      'a script that tells people apart',
      '<p>Attendere.</p><script src="/cdn-cgi/challenge-platform/x.js"></script>',
      CHECK,
    ],
    [
      'a box to tick',
      '<p>Un momento…</p><div class="h-captcha"></div><script src="https://hcaptcha.com/1/api.js"></script>',
      CHECK,
    ],
    ['a French check', '<p>Vérifiez que vous êtes un humain.</p>', CHECK],
    ['a Spanish check', '<p>Confirma que no eres un robot.</p>', CHECK],
    ['a Russian check', '<p>Подтвердите, что вы не робот.</p>', CHECK],
    ['a German check', '<p>Bitte bestätigen Sie, dass Sie ein Mensch sind.</p>', CHECK],
    ['a lost page in French', '<h1>Erreur</h1><p>La page demandée est introuvable.</p>', GONE],
    ['a lost page in Italian', '<p>Siamo spiacenti, la pagina non esiste più.</p>', GONE],
    ['a lost page in Spanish', '<p>La página que busca no existe.</p>', GONE],
    ['a lost page in Polish', '<p>Strona nie istnieje.</p>', GONE],
    ['a program', '<div id="root"></div><p>Please enable JavaScript to run this app.</p>', PROGRAM],
    ['a program in French', '<p>Veuillez activer JavaScript.</p>', PROGRAM],
    [
      'a search form alone',
      '<form><label>Search the site</label><input name="q"></form>',
      'shows a form instead of its content',
    ],
    [
      'a request for consent',
      `<h1>Before you continue</h1><p>We use cookies to deliver our services.</p><p>If you agree, we use cookies for advertising.</p><form><button>Reject all</button><button>Accept all</button></form>`,
      CONSENT,
    ],
  ])('is told by %s', (_, body, reason) => {
    expect(reasonOf(body)).toBe(reason);
  });

  it.each([
    ['an article with a login beside it', `${PASSWORD_FORM}<p>${ARTICLE}</p>`],
    [
      'an article on CAPTCHAs',
      '<h1>How a CAPTCHA works</h1><p>A CAPTCHA shows distorted letters. Programs read them worse than people do, so a server tells them apart.</p>',
      'How a CAPTCHA works',
    ],
    [
      'an article on pages that are lost',
      '<p>A server answers 404 for a page that it does not have. The number comes from the protocol.</p>',
      'What 404 means',
    ],
    ['an article on logins', '<p>A login proves who asks. Keepers log in at the gate with a card.</p>', 'Logins'],
    [
      'an article on consent',
      '<p>Cookies need consent. Consent to cookies must be free.</p><button>Share</button>',
      'Consent to cookies',
    ],
    [
      'an article with a box against programs',
      `<p>${ARTICLE}</p><script src="https://www.google.com/recaptcha/api.js"></script>`,
    ],
    ['a short page about robots', '<p>A robot cleans the lamp. No human is needed.</p>'],
    ['a short page with a search form', '<form><label>Search</label></form><p>The lamp burns for nine hours.</p>'],
    ['a short page that mentions JavaScript', '<p>JavaScript has closures.</p>'],
    ['a short page in Polish', '<p>Strona trzecia: klucz leży w szafie.</p>'],
    ['a lost thing', '<p>The key was not found in the depot.</p>'],
  ])('is not %s', (_, body, title = 'Lamp') => {
    expect(reasonOf(body, title)).toBeNull();
  });
});

describe('a page without words', () => {
  it.each([
    ['<frameset><frame src="a.html"></frameset>', 'shows its content in frames, which are not read'],
    ['<iframe src="/doc"></iframe><script></script>', 'shows its content in frames, which are not read'],
    ['<div id="root"></div><script src="app.js"></script>', PROGRAM],
    ['<noscript></noscript>', PROGRAM],
    ['<p></p>', null],
  ])('is explained by %s', (html, reason) => {
    expect(reasonOfEmptyPage(html)).toBe(reason);
  });
});
