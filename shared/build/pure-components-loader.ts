/**
 * Marks what a library makes at its top level with React's makers (`forwardRef`, `createContext`, `memo`) as free of side
 * effects and takes out the names that only developer tools read: components that nobody uses are then dropped. For the router,
 * whose build marks nothing.
 */
export default function pureComponentsLoader(source: string): string {
  return source
    .replace(/^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/*#__PURE__*/ $2')
    .replace(/^\w+\.displayName = "\w+";$/gm, '');
}
