// How long the area's code takes to load says nothing about its pages: here it is there before they are opened.
import '../features/area/admin-area-page.tsx';
import '../features/area/dashboard-page.tsx';

export { routes } from '../../routes.tsx';
