import { sessionStore } from '@site/shared/site/site.ts';
import { deviceStore, tabStore } from './storage.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Fields = Readonly<Record<string, string>>;
/** Typed fields by the name of their form, with the moment at which the session ended. */
type Kept = Readonly<Record<string, { readonly at: number; readonly fields: Fields }>>;

/**
 * `data-keep` gives a form the same name on every visit. `data-unkept` marks a field that has no meaning without choices that are not
 * stored.
 */
const FORMS = 'form[data-keep]';
const CONTROLS =
  ':is(textarea, select, input:not([type=password], [type=file], [type=hidden], [type=checkbox], [type=radio])):not([data-unkept])';
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** Tab storage key: the newest `at` for which this tab has already called `onReturn`. */
const TOLD = 'kept-words told';

const keyOf = (uid: string): string => `kept-words ${uid}`;

function read(uid: string): Kept {
  const kept = (deviceStore.readJson(keyOf(uid)) ?? {}) as Kept;
  return Object.fromEntries(Object.entries(kept).filter(([, { at }]) => at > Date.now() - KEPT_MS));
}

function write(uid: string, kept: Kept): void {
  if (Object.keys(kept).length > 0) deviceStore.write(keyOf(uid), JSON.stringify(kept));
  else deviceStore.remove(keyOf(uid));
}

const isControl = (element: Element): element is Control => element.matches(CONTROLS);
const fieldOf = (control: Control): string => control.name || (control.labels?.[0]?.textContent ?? '');

/** Returns the named forms of the page with their controls. */
const formsOnPage = (): { form: HTMLFormElement; name: string; controls: Control[] }[] =>
  [...document.querySelectorAll<HTMLFormElement>(FORMS)].map((form) => ({
    form,
    name: form.dataset.keep ?? '',
    controls: [...form.elements].filter(isControl),
  }));

/** Sets the value with the events of real typing, so that the control's component notices. */
function type(control: Control, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, text);
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/**
 * Keeps typed text when the session expires. If the session ends without a sign-out, stores on the device what this person typed into the
 * page's forms and did not submit. After the next sign-in, types it again into the same forms. Calls `onReturn` once per sign-in if there
 * is something to type. The caller must call `saved` when a submitted form has arrived, and `end` to stop.
 */
export function keepWords(uid: string, onReturn: () => void): { saved: () => void; end: () => void } {
  const typed = new WeakSet<Element>();
  const submitted = new Set<HTMLFormElement>();
  const note = ({ target }: Event) => target instanceof Element && typed.add(target);
  const noteSubmit = ({ target }: Event) => target instanceof HTMLFormElement && submitted.add(target);

  function saved(): void {
    for (const form of submitted) for (const control of form.elements) typed.delete(control);
    submitted.clear();
  }

  function keep(): void {
    const fresh = formsOnPage().flatMap(({ name, controls }) => {
      const fields = controls
        .filter((control) => typed.has(control) && control.value.trim() !== '')
        .map((one) => [fieldOf(one), one.value]);
      return fields.length > 0 ? [[name, { at: Date.now(), fields: Object.fromEntries(fields) as Fields }] as const] : [];
    });
    if (fresh.length > 0) write(uid, { ...read(uid), ...Object.fromEntries(fresh) });
  }

  /** Types stored text into the first control that has some. Returns false if no control has any. */
  function typeNext(): boolean {
    const kept = read(uid);
    for (const { form, name, controls } of formsOnPage()) {
      const words = kept[name];
      const control = controls.find((one) => words?.fields[fieldOf(one)] !== undefined);
      if (!words || !control || form.closest('dialog:not([open])')) continue;
      const { [name]: _words, ...others } = kept;
      const { [fieldOf(control)]: text = '', ...rest } = words.fields;
      write(uid, Object.keys(rest).length > 0 ? { ...others, [name]: { ...words, fields: rest } } : others);
      type(control, text);
      return true;
    }
    return false;
  }

  let isTyping = false;
  async function typeAgain(): Promise<void> {
    if (isTyping) return;
    isTyping = true;
    // Wait until the form has handled this control before typing into the next one.
    while (typeNext()) await new Promise((resolve) => setTimeout(resolve));
    isTyping = false;
    if (Object.keys(read(uid)).length === 0) observer.disconnect();
  }
  const observer = new MutationObserver(() => void typeAgain());

  document.addEventListener('input', note);
  document.addEventListener('change', note);
  document.addEventListener('submit', noteSubmit);
  const unsubscribe = sessionStore.subscribe(({ session }) => {
    if (session.status !== 'signed-out') return;
    if (session.hasEnded) keep();
    else write(uid, {});
  });
  const kept = Object.values(read(uid));
  if (kept.length > 0) {
    const newest = String(Math.max(...kept.map(({ at }) => at)));
    if (tabStore.read(TOLD) !== newest) onReturn();
    tabStore.write(TOLD, newest);
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
    void typeAgain();
  }
  const end = () => {
    observer.disconnect();
    unsubscribe();
    document.removeEventListener('input', note);
    document.removeEventListener('change', note);
    document.removeEventListener('submit', noteSubmit);
  };
  return { saved, end };
}
