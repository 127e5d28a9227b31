/* Building a schema: the built-in files join those that were added, then one pass after the other runs.
 * load.h lists them. */
#include "core/schema/layout.h"
#include "core/schema/load.h"
#include "core/schema/plan_build.h"
#include "core/schema/wkt.h"

static pbw_status lay_out(pbwi_load *load) {
  pbw_schema *schema = load->schema;
  for (size_t i = 0; i < schema->type_count; i++) {
    pbw_type *type = &schema->types[i];
    pbwi_layout_type(type, load->types[i].slots);
    if (pbwi_plan_build(&type->plan, schema->arena)) return pbwi_fail_memory(load);
  }
  return PBW_OK;
}

static pbw_status run(pbwi_load *load) {
  static pbw_status (*const passes[])(pbwi_load *) = {
      pbwi_pass_files, pbwi_pass_declare,    pbwi_pass_ranges,   pbwi_pass_extend, pbwi_pass_resolve,
      pbwi_pass_check, pbwi_pass_json_names, pbwi_pass_required, lay_out,          pbwi_pass_lookup_tables,
      pbwi_pass_known, pbwi_pass_keys,
  };
  PBWI_TRY(pbwi_load_add(load, pbwi_wkt, true));
  for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) PBWI_TRY(passes[i](load));
  return PBW_OK;
}

pbw_status pbwi_schema_build(pbw_schema *schema, pbw_error *error) {
  if (!schema || !schema->load || schema->failed)
    return pbwi_error_set(error, PBW_ERR_ARGUMENT, PBW_NO_OFFSET, NULL, NULL);
  schema->load->error = error;
  pbw_status status = run(schema->load);
  if (status) {
    schema->failed = true;
    return status;
  }
  pbwi_arena_free(schema->load->work);
  schema->load = NULL;
  return PBW_OK;
}
