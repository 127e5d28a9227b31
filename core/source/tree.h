/* Descriptors as messages that are filled by field number: small steps over cells, so that the parser reads like the
 * grammar. Where memory runs out nothing is done, tree->failed is set, and what should give a message gives NULL. */
#ifndef PBWI_TREE_H
#define PBWI_TREE_H

#include "core/message/cell.h"

typedef struct pbwi_tree {
  pbw_arena *arena;
  bool failed;
} pbwi_tree;

void pbwi_tree_int(pbw_message *message, uint32_t number, int64_t value);
void pbwi_tree_bytes(pbw_message *message, uint32_t number, pbw_bytes value); /* borrowed */
/* The submessage of a field, made when absent; a new one behind the others of a list. */
pbw_message *pbwi_tree_message(pbwi_tree *tree, pbw_message *message, uint32_t number);
pbw_message *pbwi_tree_add(pbwi_tree *tree, pbw_message *message, uint32_t number);
void pbwi_tree_add_int(pbwi_tree *tree, pbw_message *message, uint32_t number, int32_t value);
void pbwi_tree_add_bytes(pbwi_tree *tree, pbw_message *message, uint32_t number, pbw_bytes value);

/* Reading: zero, empty or NULL when absent. */
bool pbwi_tree_has(const pbw_message *message, uint32_t number);
int64_t pbwi_tree_get_int(const pbw_message *message, uint32_t number);
pbw_bytes pbwi_tree_get_bytes(const pbw_message *message, uint32_t number);
pbw_message *pbwi_tree_get(const pbw_message *message, uint32_t number);
const pbw_list *pbwi_tree_list(const pbw_message *message, uint32_t number);
PBWI_INLINE pbw_message *pbwi_tree_item(const pbw_list *list, size_t index) { return ((pbw_message **)list->data)[index]; }

#endif
