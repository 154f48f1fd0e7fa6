export { SortableList } from "./sortable-list.tsx";
export { GripIcon } from "./grip-icon.tsx";
