// The allowed imports between rooms. The comments give the reasons, and `npm run boundaries` enforces the rules.
const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: typeof from === 'string' ? { path: from } : from,
  to: typeof to === 'string' ? { path: to } : to,
});

module.exports = {
  forbidden: [
    forbid(
      'no-cycles',
      'Two modules that need each other are one module, also when one needs only a type of the other.',
      {},
      { circular: true },
    ),
    forbid('shared-is-the-floor', 'shared may not look up at any room.', '^shared/', '^(shell|mfe-[^/]+|api|tests)/'),
    forbid('remote-stays-home', 'Remotes meet at run time, never by import.', '^(mfe-[^/]+)/', {
      path: '^(mfe-[^/]+|shell)/',
      pathNot: '^$1/',
    }),
    forbid('shell-knows-no-remote', 'The shell loads remotes at run time, never by import.', '^shell/', '^mfe-[^/]+/'),
    forbid(
      'api-is-called-not-imported',
      'Browser code reaches the API over HTTP, typed by the contracts in shared.',
      '^(shell|mfe-[^/]+)/',
      '^api/',
    ),
    forbid('api-sees-no-browser', 'The API knows contracts, not screens.', '^api/', {
      path: '^(shell|mfe-[^/]+|shared/src/(primitives|patterns|cart|player|session|preferences|toasts|design|site))/',
      // These modules are pure functions: they compute the preferences of a request, and text colours.
      pathNot: '^shared/src/(preferences/(preferences|resolve-preferences)|design/(accent|contrast|palette))[.]ts$',
    }),
    forbid(
      'features-are-strangers',
      'Two features meet in routes.tsx.',
      '^((?:mfe-[^/]+|shell)/src(?:/owner|/customer)?)/features/([^/]+)/',
      {
        path: '^$1/features/',
        pathNot: '^$1/features/$2/',
      },
    ),
    forbid(
      'owner-sees-no-customer',
      'The screens of owner and customer meet in routes.tsx.',
      '^mfe-dashboards/src/owner/',
      '^mfe-dashboards/src/customer/',
    ),
    forbid(
      'customer-sees-no-owner',
      'A customer loads nothing of the panel.',
      '^mfe-dashboards/src/customer/',
      '^mfe-dashboards/src/owner/',
    ),
    forbid(
      'both-halves-see-neither',
      'What owner and customer share lies below both.',
      { path: '^mfe-dashboards/src/', pathNot: '^mfe-dashboards/src/(owner/|customer/|routes[.]tsx$)' },
      '^mfe-dashboards/src/(owner|customer)/',
    ),
    forbid(
      'gateways-know-services-only',
      'A gateway speaks with one service outside; what it shares with the platform lies below both, in base.',
      '^api/src/gateways/',
      '^api/src/(platform|resources)/',
    ),
    forbid(
      'episodes-have-one-port',
      'What the site does with episodes is the same for each source: one is chosen in server.ts by the variables of env.ts, and doctor tries it.',
      { path: '^api/src/', pathNot: '^api/src/(server[.]ts$|platform/env[.]ts$|doctor/|gateways/videos/)' },
      '^api/src/gateways/videos/youtube',
    ),
    forbid(
      'platform-knows-no-resource',
      'Resources stand on the platform; what one of them makes for another is handed over in app.ts.',
      '^api/src/platform/',
      '^api/src/resources/',
    ),
    forbid('base-is-below', 'What gateways and platform share needs neither.', '^api/src/base/', '^api/src/(gateways|platform|resources)/'),
    forbid('product-knows-no-stand-in', 'Local and production run the same code.', '^(api/src|shell|shared|mfe-[^/]+)/', '^api/local/'),
    forbid(
      'product-runs-no-commands',
      'Nothing that a visitor sends can become a command of the system: the one process that is started runs our own file, without arguments.',
      { path: '^(api/src|shell|mfe-[^/]+|shared/src)/', pathNot: '^api/src/platform/limited-process([.]test)?[.]ts$' },
      '^(node:)?child_process$',
    ),
    forbid('telemetry-is-optional', 'OpenTelemetry is read by whoever sends to a collector, and by nobody else.', '^shared/src/', {
      path: '^shared/src/process/open-telemetry[.]ts$',
      dependencyTypesNot: ['dynamic-import'],
    }),
    forbid(
      'telemetry-has-one-door',
      'Product code notes what it does through telemetry.ts.',
      { path: '^(api|shell|shared|mfe-[^/]+)/', pathNot: '^shared/(src/process/open-telemetry[.]ts$|node_modules/)' },
      'node_modules/@opentelemetry/',
    ),
    forbid(
      'primitives-come-with-the-facade',
      'The shell bundles the primitives once, behind the facade; patterns above it and remotes take them from there.',
      '^(mfe-[^/]+|shared/src/patterns)/',
      '^shared/src/primitives/',
    ),
    forbid(
      'primitives-are-below-the-facade',
      'What the facade is made of does not look up at it, nor at the patterns that are drawn with it.',
      '^shared/src/primitives/',
      '^shared/src/(site|patterns)/',
    ),
    forbid(
      'state-has-one-door',
      'Stores and contexts that must exist once are reached through the facade that federation shares.',
      '^(shell|mfe-[^/]+|shared/src/(primitives|patterns))/',
      {
        path: '^shared/src/(cart|player|session|preferences|toasts|site)/',
        pathNot: '^shared/src/(site/site|preferences/preferences|preferences/resolve-preferences)[.]ts$',
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|[.]build|[.]releases|[.]local)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
