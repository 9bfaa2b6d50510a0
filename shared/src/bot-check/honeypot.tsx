/** Renders a field that people, screen readers and autofill do not see. Only bots fill it (`BotCheckSchema`). */
export function Honeypot() {
  return <input type="text" name="website" hidden tabIndex={-1} autoComplete="off" />;
}
