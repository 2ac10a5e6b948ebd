/** A program for the page that notes, from its first moment on, whatever a text could do that came alive. */
export const WATCH = `(() => {
  const seen = new Set();
  const faults = [];
  const LINKS = ['href', 'src', 'action', 'formaction', 'data', 'ping', 'xlink:href', 'poster'];
  // The page prints by itself, and says nothing.
  for (const name of ['alert', 'open', 'print']) globalThis[name] = (text) => name === 'print' && text === undefined ? undefined : faults.push('ran ' + name + ' ' + text);
  addEventListener('securitypolicyviolation', (event) =>
    faults.push('policy: ' + event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sample));
  const look = (element) => {
    const names = element.getAttributeNames().sort();
    seen.add(element.localName + '[' + names + ']');
    for (const name of names) {
      if (/^on|^srcdoc$/.test(name)) faults.push('has ' + name + ': ' + element.outerHTML.slice(0, 200));
      if (!LINKS.includes(name)) continue;
      const { protocol, hostname } = new URL(element.getAttribute(name), location.href);
      if (!/^(https?|blob):$/.test(protocol) || !['', location.hostname].includes(hostname)) {
        faults.push('leads away: ' + element.outerHTML.slice(0, 200));
      }
    }
  };
  const lookBelow = (node) => {
    if (node.nodeType === 1) [node, ...node.querySelectorAll('*')].forEach(look);
  };
  new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === 'attributes') look(record.target);
      record.addedNodes.forEach(lookBelow);
    }
  }).observe(document, { childList: true, subtree: true, attributes: true });
  globalThis.watched = { seen, faults };
})()`;

/** A program for the page that shows a view, tries everything in it, and tells what is there. */
export const EXPLORE = `(() => {
  let pending = 0;
  const counting = (act) => function (...given) {
    pending += 1;
    return act.apply(this, given).finally(() => (pending -= 1));
  };
  globalThis.fetch = counting(globalThis.fetch);
  Response.prototype.text = counting(Response.prototype.text);
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
  // Nobody looks: what waits for the next painting need not.
  globalThis.requestAnimationFrame = (act) => setTimeout(() => act(performance.now()), 0);
  const settled = async (turns) => {
    for (let quiet = 0; quiet < turns; quiet = pending === 0 ? quiet + 1 : 0) await turn();
  };
  const go = async (path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
    await settled(8);
    const closed = [...document.querySelectorAll('main details:not([open])')];
    // What unfolds is told of it later, and only then asks for what it shows.
    const told = closed.map((details) => new Promise((resolve) => details.addEventListener('toggle', resolve, { once: true })));
    for (const details of closed) details.open = true;
    await Promise.race([Promise.all(told), settled(200)]);
    await settled(8);
  };
  const fill = (field, text) => {
    field.value = field.inputMode === 'decimal' || field.type === 'number' ? '900000' : text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const FIELDS = ' :is(input:not([type=radio], [type=checkbox], [type=file]), textarea)';
  // What is beside the view is the same everywhere.
  const explore = async (text, part) => {
    const path = location.pathname;
    const tried = new WeakSet();
    // What comes again and again, each time as another element, is tried three times.
    const times = new Map();
    const nameOf = (one) => [one.localName, one.type, one.className, one.id, one.ariaLabel, one.textContent].join();
    const isNew = (one) => !tried.has(one) && !one.disabled && (times.get(nameOf(one)) ?? 0) < 3;
    const untried = (selector) => [...document.querySelectorAll(selector)].find(isNew);
    const tryOut = async (one, act) => {
      tried.add(one);
      times.set(nameOf(one), (times.get(nameOf(one)) ?? 0) + 1);
      act(one);
      await settled(3);
      if (location.pathname !== path) await go(path);
    };
    for (let steps = 0; steps < 300; steps += 1) {
      for (const details of document.querySelectorAll('main details')) details.open = true;
      const field = untried(part + FIELDS);
      const choice = untried(part + ' :is(input[type=radio], input[type=checkbox], option)');
      const form = untried(part + ' form');
      const button = untried(part + ' button');
      if (field) await tryOut(field, () => fill(field, text));
      else if (form) await tryOut(form, () => form.requestSubmit());
      else if (button) await tryOut(button, () => button.click());
      else if (choice) await tryOut(choice, () => choice.click());
      else break;
    }
    // A notice of what was deleted, and then of what that came to, would stay over the next views.
    for (let close; (close = document.querySelector('.toast [aria-label="Close"]')) !== null; await settled(8)) close.click();
  };
  // Where a quotation is marked, what a source strikes out or raises, its code, the Markdown of an answer, and the button of a long passage, follow the text.
  // A notice of what was deleted comes and goes.
  // What is shown later may hold something closed, which shows more once it is open.
  const count = () => {
    for (const details of document.querySelectorAll('main details:not([open])')) details.open = true;
    const counts = {};
    for (const { localName } of document.querySelectorAll(':not(span, mark, strong, em, code, del, sup, sub, .answer-text *, .said, .said *, button.more, .toast, .toast *)')) {
      counts[localName] = (counts[localName] ?? 0) + 1;
    }
    return counts;
  };
  const shows = (text) =>
    document.querySelector('main').textContent.includes(text) ||
    [...document.querySelectorAll('main input, main textarea')].some(({ value }) => value.includes(text));
  Object.assign(globalThis.watched, { show: go, explore, count, shows });
})()`;
