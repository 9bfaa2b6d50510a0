/** A field that people do not see, neither do screen readers and autofill: what fills it is a program (`BotCheckSchema`). */
export function Honeypot() {
  return <input type="text" name="website" hidden tabIndex={-1} autoComplete="off" />;
}
