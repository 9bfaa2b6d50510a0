// The loading time of the area's code is not part of these tests, so the code is loaded before a page opens.
import '../features/area/admin-area-page.tsx';
import '../features/area/dashboard-page.tsx';

export { routes } from '../../routes.tsx';
